"""The values that pass from step to step. Each carries the turn's Inquiry, so no field is optional along the way."""
