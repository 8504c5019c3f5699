# ibidem as an image: `docker build -t ibidem .`. It runs as a user of its own, and keeps everything in the volume /data.
FROM python:3.12-slim AS build
WORKDIR /src
RUN python -m venv /opt/ibidem
COPY pyproject.toml constraints.txt README.md LICENSE NOTICE ./
COPY src src
RUN /opt/ibidem/bin/pip install --no-cache-dir --constraint constraints.txt '.[elastic,redis,s3,otel]'

FROM python:3.12-slim
# Scanned pages and pictures are recognised with it, in three languages; leave it out where there are none.
RUN apt-get update \
    && apt-get install -y --no-install-recommends tesseract-ocr tesseract-ocr-kor tesseract-ocr-jpn \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --create-home ibidem \
    && install -d -o ibidem -g ibidem -m 0700 /data
COPY --from=build /opt/ibidem /opt/ibidem
ENV PATH=/opt/ibidem/bin:$PATH IBIDEM_DATA=/data/ibidem IBIDEM_HOST=0.0.0.0
USER ibidem
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/healthz', timeout=4)"]
# SIGTERM has running turns end first, for ten seconds.
STOPSIGNAL SIGTERM
ENTRYPOINT ["ibidem"]
CMD ["serve", "--create"]
