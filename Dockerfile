# Markscheme in a container that needs no network and no root:
#   docker build --target base --tag markscheme .       verdicts, marks, feedback, agreement
#   docker build --target full --tag markscheme:full .  credit, plans, estimates and all else too
#   docker run --rm --network none --volume "$PWD:/work" markscheme review .
# Results are written as the user who calls: add --user "$(id -u):$(id -g)".
FROM python:3.11-slim-bookworm AS wheel
RUN apt-get update && apt-get install --yes --no-install-recommends git && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.11-slim-bookworm AS common
ENV HF_HUB_OFFLINE=1 \
    HOME=/home/markscheme \
    PATH=/opt/markscheme/bin:$PATH \
    PYTHONUNBUFFERED=1
# Any user may keep a cache here.
RUN useradd --uid 10001 --home-dir /home/markscheme --create-home markscheme \
    && chmod 1777 /home/markscheme \
    && python -m venv /opt/markscheme
COPY constraints.txt /tmp/constraints.txt

FROM common AS full
RUN --mount=type=bind,from=wheel,source=/wheels,target=/wheels \
    pip install --no-cache-dir --constraint /tmp/constraints.txt \
    --extra-index-url https://download.pytorch.org/whl/cpu "$(echo /wheels/*.whl)[full]"
USER 10001
WORKDIR /work
ENTRYPOINT ["markscheme"]

FROM common AS base
RUN --mount=type=bind,from=wheel,source=/wheels,target=/wheels \
    pip install --no-cache-dir --constraint /tmp/constraints.txt /wheels/*.whl
USER 10001
WORKDIR /work
ENTRYPOINT ["markscheme"]
