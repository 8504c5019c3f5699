"""`ibidem doctor`: what is configured, what is missing, and what to do."""

import asyncio
import os
import shutil
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import click
from pydantic import BaseModel

from ibidem.app import App
from ibidem.backends.local.packed_file import NAME
from ibidem.backends.meaning import Meaning
from ibidem.backends.registry import (
    CHAT_PROVIDERS,
    Storage,
    installed,
    is_stored,
    missing,
    open_reader,
    open_reranker,
    require_sessions,
)
from ibidem.backends.services import is_reader, open_services
from ibidem.cli.doctor_finding import Finding
from ibidem.cli.main import FAILED
from ibidem.cli.options import configured, json_option
from ibidem.cli.printing import say_json, say_table
from ibidem.cli.protection import protection
from ibidem.domain.errors import IbidemError, ProfileError, PromptError
from ibidem.domain.languages import FACTS
from ibidem.domain.redaction import redacted
from ibidem.domain.windows import Line, Window
from ibidem.language.search_text import WORD, question_terms
from ibidem.privacy.document_masking import is_masked
from ibidem.profile import Profile, load_profile
from ibidem.prompts.catalog import load_catalog
from ibidem.settings import Settings, config_file

LITTLE_ROOM = 1_000_000_000  # bytes; an index of a million chunks takes about twice as much
EXTRAS = {
    "eval": ("ir_measures", "`ibidem eval`"),
    "anthropic": ("anthropic", "models of Anthropic"),
    "gemini": ("google.genai", "models of Google"),
    "s3": ("obstore", "S3 as the place of originals"),
    "elastic": ("elastic_transport", "Elasticsearch or OpenSearch as the store"),
    "redis": ("redis", "limits that several processes share, and conversations"),
}
SAMPLES = {language: facts.sample for language, facts in FACTS.items()}


class Findings(BaseModel):
    """Everything that was looked at."""

    findings: list[Finding]


@click.command(help="Say what is configured, what is missing, and what to do.")
@json_option
@configured
def doctor(settings: Settings, *, as_json: bool) -> None:
    findings = asyncio.run(examine(settings))
    if as_json:
        say_json(Findings(findings=findings))
    else:
        say_table([(f.state, f.about, f.found if f.remedy is None else f"{f.found}: {f.remedy}") for f in findings])
    if any(finding.state == "problem" for finding in findings):
        raise SystemExit(FAILED)


async def examine(settings: Settings) -> list[Finding]:
    """Looks at everything, and changes nothing."""
    findings = [_configuration(), _profile(settings), *_folder(settings.data), *_dictionaries()]
    findings += [*_models(settings), *_extras(), _port(settings)]
    findings += await protection(settings)
    if settings.lacks_weights:
        found = f"the weights of {NAME} are not here, so documents are found by their words alone"
        findings.append(Finding(about="embedder", state="note", found=found, remedy="`ibidem fetch-encoder` brings them"))
    if settings.reranker is not None and is_reader(settings.reranker):
        findings.append(await _reader(settings.reranker))
    elif settings.reranker is not None:
        findings.append(await _reranker(settings.reranker))
    if settings.retriever is not None and findings[1].state != "problem":
        findings.append(await _retriever(settings.retriever, load_profile(settings.profile)))
    if settings.store is not None:
        findings.append(await asyncio.to_thread(_cluster, settings.storage))
        if findings[-1].state != "ok":
            return findings
    if settings.sessions is not None:
        findings.append(await asyncio.to_thread(_conversations, settings.storage))
        if findings[-1].state != "ok":
            return findings
    if (settings.store is not None or _may_hold_a_store(settings.data)) and not any(
        finding.state == "problem" for finding in findings[1:3]
    ):
        findings += [finding async for finding in _store(settings)]
    return findings


def _configuration() -> Finding:
    file = config_file()
    return Finding(about="settings", state="ok", found="no file" if file is None else f"read from {file.absolute()}")


def _profile(settings: Settings) -> Finding:
    try:
        profile = load_profile(settings.profile)
        load_catalog(profile.prompts, [route.name for route in profile.routes])
    except (ProfileError, PromptError) as error:
        remedy = "mend what is named, or name another profile with --profile or IBIDEM_PROFILE"
        return Finding(about="profile", state="problem", found=str(error), remedy=remedy)
    if profile.history == "explore" and settings.model is None:
        remedy = "set IBIDEM_MODEL, or the session is searched instead"
        return Finding(about="profile", state="note", found='history = "explore" needs a model', remedy=remedy)
    return Finding(about="profile", state="ok", found=f"{profile.name} ({', '.join(profile.languages)})")


def _may_hold_a_store(folder: Path) -> bool:
    return folder.is_dir() and any(folder.iterdir())


def _folder(folder: Path) -> Iterator[Finding]:
    if not folder.exists():
        yield Finding(about="data", state="note", found=f"{folder} does not exist yet", remedy="`ibidem index FOLDER` makes it")
        return
    if not folder.is_dir() or not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        remedy = "check who owns it, or name another one with --data or IBIDEM_DATA"
        yield Finding(about="data", state="problem", found=f"{folder} is not a folder that can be written", remedy=remedy)
        return
    free = shutil.disk_usage(folder).free
    room = Finding(about="data", state="ok", found=f"{folder}, {free / 1e9:.1f} GB free")
    yield room if free > LITTLE_ROOM else room.model_copy(update={"state": "note", "remedy": "make room before indexing more"})


def _cluster(storage: Storage) -> Finding:
    """Asks the cluster once."""
    try:
        made = is_stored(storage)
    except IbidemError as error:
        remedy = "start it, or name another one in IBIDEM_STORE; nothing is stored or found until it answers"
        return Finding(about="cluster", state="problem", found=str(error), remedy=remedy)
    if not made:
        remedy = "`ibidem index FOLDER` makes them"
        return Finding(about="cluster", state="note", found=f"{storage} has no indices {storage.prefix}-*", remedy=remedy)
    return Finding(about="cluster", state="ok", found=f"{storage}, indices {storage.prefix}-*")


def _conversations(storage: Storage) -> Finding:
    """Asks the server of conversations once."""
    try:
        where = require_sessions(storage)
    except IbidemError as error:
        remedy = "start it, or name another one in IBIDEM_SESSIONS; nothing is answered until it answers"
        return Finding(about="conversations", state="problem", found=str(error), remedy=remedy)
    return Finding(about="conversations", state="ok", found=f"kept at {where}")


def _dictionaries() -> Iterator[Finding]:
    for language, sample in SAMPLES.items():
        try:
            loaded = any(term.token.startswith(WORD) for term in question_terms(sample))
            found = "loaded" if loaded else "loaded, and finds no words"
        except Exception as error:  # whatever a foreign analyser raises when its files are not there
            loaded, found = False, f"cannot be loaded ({type(error).__name__}: {error})"
        remedy = None if loaded else "install ibidem anew"
        yield Finding(about=f"dictionary {language}", state="ok" if loaded else "problem", found=found, remedy=remedy)


def _models(settings: Settings) -> Iterator[Finding]:
    """What is known without asking a server."""
    if settings.model is None:
        remedy = "set IBIDEM_MODEL if you want answers that are written"
        yield Finding(about="model", state="note", found="none, so answers are extracts of the documents", remedy=remedy)
    named = [*(("model", name) for name in settings.choices), ("light model", settings.light_model)]
    for about, name in named:
        if name is not None and (problem := missing(name, CHAT_PROVIDERS)) is not None:
            found, _, remedy = problem.partition(": ")
            yield Finding(about=about, state="problem", found=f"{name}, but {found}", remedy=remedy)
        elif name is not None:
            yield Finding(about=about, state="ok", found=f"{name}; its server was not asked")


def _extras() -> Iterator[Finding]:
    for extra, (module, purpose) in EXTRAS.items():
        if not installed(module):
            remedy = f"pip install 'ibidem[{extra}]' if you want it"
            yield Finding(about=f"extra {extra}", state="note", found=f"{purpose} is not installed", remedy=remedy)
        else:
            yield Finding(about=f"extra {extra}", state="ok", found="installed")


def _port(settings: Settings) -> Finding:
    where = f"{settings.host}:{settings.port}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        with closing(socket.socket(family, kind, protocol)) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except OSError as error:
        remedy = "perhaps `ibidem serve` runs already; else choose another port with --port or IBIDEM_PORT"
        return Finding(about="address", state="note", found=f"{where} cannot be served at now ({error.strerror})", remedy=remedy)
    return Finding(about="address", state="ok", found=f"{where} is free")


async def _store(settings: Settings) -> AsyncIterator[Finding]:
    """Opened to be read, beside a service that may be running; the embedder is opened with what it has stored."""
    try:
        app = await App.open_to_read(settings, load_profile(settings.profile))
    except IbidemError as error:
        yield Finding(about="store", state="problem", found=str(error))
        return
    async with app:
        for remark in await app.backend.remarks():
            yield Finding(about=remark.about, state="note", found=remark.found, remedy=remark.remedy)
        health = await app.backend.health()
        counts = (
            f"{health.documents:,} documents, {health.chunks:,} chunks, {health.turns:,} turns, schema {health.schema_version}"
        )
        if health.documents:
            yield Finding(about="store", state="ok", found=counts)
        else:
            yield Finding(about="store", state="note", found=counts, remedy="`ibidem index FOLDER` puts documents in")
        if health.indexer is not None:
            yield Finding(about="index", state="note", found=f"process {health.indexer} is writing it now")
        elif health.indexed is None or health.indexed < health.acknowledged:
            lag = f"{health.acknowledged - (health.indexed or 0):,} changes behind the store"
            found = "missing, or cannot be read" if health.indexed is None and health.acknowledged else lag
            remedy = "the next question, `ibidem index` or `ibidem serve` sees to it"
            yield Finding(about="index", state="note", found=found, remedy=remedy)
        else:
            yield Finding(about="index", state="ok", found="in step with the store")
        async for finding in _hidden(app):
            yield finding
        if app.meaning is not None:
            yield await _embedder(app.meaning)


async def _embedder(meaning: Meaning) -> Finding:
    """Asks the embedder once: while it fails, nothing else says so but the log."""
    try:
        counts = await meaning.examined(SAMPLES["en"])
    except IbidemError as error:
        remedy = "until it answers, documents are found by their words only"
        return Finding(about="embedder", state="problem", found=str(error), remedy=remedy)
    if counts is None:
        remedy = "the next question, `ibidem index` or `ibidem serve` sees to it"
        return Finding(
            about="embedder", state="note", found=f"{meaning.name} answers; no passage has a vector yet", remedy=remedy
        )
    used_for = ", ".join(sorted(counts.languages)) or "no language, for it understands none"
    found = f"{meaning.name} for {used_for}; {counts.embedded:,} passages have a vector, {counts.refused:,} were refused"
    if counts.waiting:
        remedy = "the next question, `ibidem index` or `ibidem serve` sees to it"
        return Finding(about="embedder", state="note", found=f"{found}, {counts.waiting:,} wait", remedy=remedy)
    return Finding(about="embedder", state="ok" if counts.languages else "note", found=found)


async def _reader(name: str) -> Finding:
    """Has the reader read a window."""
    try:
        reader = open_reader(name)
        try:
            await reader.read(SAMPLES["en"], (), [Window("", (Line(SAMPLES["en"], 0),))])
        finally:
            await reader.close()
    except IbidemError as error:
        remedy = "until it can be used, answers are chosen by words and meaning"
        return Finding(about="reader", state="problem", found=str(error), remedy=remedy)
    return Finding(about="reader", state="ok", found=name)


async def _reranker(name: str) -> Finding:
    """Asks the reranker once."""
    try:
        reranker = open_reranker(name)
        try:
            await reranker.rerank(SAMPLES["en"], list(SAMPLES.values()))
        finally:
            await reranker.close()
    except IbidemError as error:
        return Finding(
            about="reranker", state="problem", found=str(error), remedy="until it answers, passages stay as they were found"
        )
    return Finding(about="reranker", state="ok", found=redacted(name))


async def _retriever(name: str, profile: Profile) -> Finding:
    """Asks the service for the datasets of the profile."""
    try:
        services = open_services(None, name, profile.datasets)
        assert services.source is not None, "it was just opened"
        try:
            await services.source.check(profile.datasets)
        finally:
            await services.close()
    except IbidemError as error:
        remedy = "until it answers, questions are answered without documents, and the answers say so"
        return Finding(about="retriever", state="problem", found=str(error), remedy=remedy)
    found = f"{services.source.name} answers; datasets {', '.join(profile.datasets)}"
    return Finding(about="retriever", state="ok", found=found)


async def _hidden(app: App) -> AsyncIterator[Finding]:
    groups = ", ".join(sorted(app.principal.groups)) or "none"
    versions = await app.documents.current_versions(app.principal.tenant)
    policy, everything = app.profile.masking.of_documents, len(versions)
    if policy and (unmasked := sum(not is_masked(version, policy) for version in versions.values())):
        found = f"{unmasked:,} documents are not masked as the profile wants, and are hidden"
        remedy = "`ibidem index FOLDER` reads its files anew; upload again what was uploaded"
        yield Finding(about="masking", state="note", found=found, remedy=remedy)
    elif policy:
        yield Finding(about="masking", state="ok", found="every document is masked as the profile wants")
    hidden = everything - (await app.documents.words(app.principal)).documents
    if hidden:
        remedy = "list the groups you belong to in IBIDEM_GROUPS"
        found = f"{groups}; {hidden:,} documents are for other groups"
        yield Finding(about="groups", state="note", found=found, remedy=remedy)
        return
    yield Finding(about="groups", state="ok", found=f"{groups}; every document may be read")
