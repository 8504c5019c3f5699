#!/bin/sh
# Makes the virtual environment .venv, with pip in it, from Python 3.11 or newer: `scripts/environment.sh python3`.
# Debian ships Python without ensurepip (it is in python3-venv), so there is more than one way to try.
set -eu
python=$1

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "ibidem needs Python 3.11 or newer, and '$python' is not: make PYTHON=python3.12 ..., with the one you have" >&2
    exit 1
fi
if ! "$python" -c 'import ensurepip' 2>/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && [ "$(command -v "$python")" = /usr/bin/python3 ]; then
        echo "Python's ensurepip is missing: installing the Debian package python3-venv"
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv
    elif command -v virtualenv >/dev/null; then
        exec virtualenv --quiet --python "$python" .venv
    elif "$python" -m pip --version >/dev/null 2>&1; then
        "$python" -m venv --without-pip .venv
        exec "$python" -m pip --quiet --python .venv/bin/python install pip
    else
        echo "'$python' cannot make an environment: it lacks ensurepip. On Debian and Ubuntu: apt-get install python3-venv" >&2
        exit 1
    fi
fi
exec "$python" -m venv .venv
