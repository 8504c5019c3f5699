"""How the service is protected, for `ibidem doctor`: by its address, by keys, by an identity provider. No secret is in it."""

from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime

from ibidem.backends.registry import is_stored, open_backend_to_read, open_tokens
from ibidem.cli.doctor_finding import Finding
from ibidem.domain.access import ApiKey, is_loopback
from ibidem.domain.errors import IbidemError
from ibidem.domain.redaction import redacted
from ibidem.settings import Settings

ABOUT = "access"
NOBODY = "`ibidem keys add USER` makes a key, IBIDEM_OIDC_ISSUER names a provider"


async def protection(settings: Settings) -> list[Finding]:
    """Who is let in when the service runs with these settings. Asks the identity provider once for its keys."""
    try:
        keys = await _keys(settings)
    except IbidemError as error:
        return [Finding(about=ABOUT, state="problem", found=f"the keys cannot be read: {error}")]
    provider = [] if settings.issuer is None else [await _provider(settings)]
    return [_by_keys(settings, keys), *provider]


async def _keys(settings: Settings) -> Sequence[ApiKey]:
    if (settings.store is None and not settings.data.is_dir()) or not is_stored(settings.storage):
        return ()
    with closing(open_backend_to_read(settings.storage)) as backend:
        return await backend.keys.keys()


def _by_keys(settings: Settings, keys: Sequence[ApiKey]) -> Finding:
    now = datetime.now(UTC)
    valid = sum(key.is_valid(now) for key in keys)
    if keys:
        made = f"{valid:,} valid keys of {len(keys):,} that were made; every request needs one"
        if settings.issuer is not None:
            made += ", or a token of the identity provider"
        elif not valid:
            return Finding(about=ABOUT, state="note", found=f"{made}, so nobody is let in", remedy=NOBODY)
        return Finding(about=ABOUT, state="ok", found=made)
    if settings.issuer is not None:
        return Finding(about=ABOUT, state="ok", found="no keys; every request needs a token of the identity provider")
    if is_loopback(settings.host):
        found = f"no keys: whoever reaches {settings.host} on this machine may do everything; no other machine does"
        return Finding(about=ABOUT, state="ok", found=found)
    found = f"no keys, and others can reach {settings.host}: `ibidem serve` will not start"
    return Finding(about=ABOUT, state="problem", found=found, remedy=NOBODY)


async def _provider(settings: Settings) -> Finding:
    assert settings.issuer is not None, "only asked where there is one"
    name = redacted(settings.issuer.issuer)
    try:
        await open_tokens(settings.issuer).check()
    except IbidemError as error:
        remedy = "see that its address is right and that this machine reaches it; until then nobody comes in with a token"
        return Finding(about="identity provider", state="problem", found=f"{name}: {error}", remedy=remedy)
    return Finding(about="identity provider", state="ok", found=f"{name} gives its keys; audience {settings.oidc_audience}")
