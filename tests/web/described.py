"""The description of the API, from which requests are generated."""

import schemathesis
from hypothesis import HealthCheck, settings

from ibidem.app import App
from ibidem.settings import load_settings
from ibidem.web.server import create_api

few = settings(
    max_examples=settings().max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
# A request that breaks the description may be too large as well, and is then refused as that.
REFUSED = {"checks": {"negative_data_rejection": {"expected-statuses": ["400", "404", "405", "409", "413", "415", "422"]}}}


async def never() -> App:
    raise AssertionError("the description of the API opens no store")


schemathesis.checks.load_all_checks()
schema = schemathesis.openapi.from_dict(
    create_api(load_settings(data="never"), never).openapi(), config=schemathesis.Config.from_dict(REFUSED)
)
