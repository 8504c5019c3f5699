"""The encoder and the reader of this process: multilingual-e5-small with adapters of ours, on onnxruntime."""
