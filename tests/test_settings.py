"""Settings: where a value comes from, and what is said of one that is wrong."""

import re
from pathlib import Path

import pytest

from ibidem.backends.local import packed_file
from ibidem.backends.local.packed_file import own_folder
from ibidem.domain.errors import SettingsError
from ibidem.settings import Settings, load_settings, variable


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (*Settings.model_fields, "config"):
        monkeypatch.delenv(variable(name), raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    monkeypatch.chdir(tmp_path)


def test_defaults_serve_on_loopback_and_keep_everything_in_the_data_folder_of_the_user(tmp_path: Path) -> None:
    settings = load_settings()
    assert settings.data == tmp_path / "xdg" / "ibidem"
    assert settings.host == "127.0.0.1"
    assert settings.profile == "general"
    assert settings.groups == frozenset()


def test_a_relative_data_home_is_ignored_as_the_specification_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert load_settings().data == Path.home() / ".local" / "share" / "ibidem"


def test_given_wins_over_environment_and_environment_over_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "ibidem.toml").write_text('port = 1001\nhost = "::1"\nprofile = "policy"\n', encoding="utf-8")
    monkeypatch.setenv("IBIDEM_PORT", "1002")
    monkeypatch.setenv("IBIDEM_HOST", "localhost")
    settings = load_settings(port=1003, host=None)
    assert (settings.port, settings.host, settings.profile) == (1003, "localhost", "policy")


def test_the_named_file_is_read_instead_of_the_one_in_the_working_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "ibidem.toml").write_text("port = 1001\n", encoding="utf-8")
    named = tmp_path / "other.toml"
    named.write_text('groups = ["보전팀", "quality"]\n', encoding="utf-8")
    monkeypatch.setenv("IBIDEM_CONFIG", str(named))
    settings = load_settings()
    assert settings.groups == {"보전팀", "quality"}
    assert settings.port == 8765


def test_groups_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IBIDEM_GROUPS", " 보전팀, quality ,,品質 ")
    assert load_settings().groups == {"보전팀", "quality", "品質"}


def test_an_empty_variable_is_not_a_value(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("IBIDEM_DATA", "")
    monkeypatch.setenv("IBIDEM_PORT", "")
    assert load_settings().data == tmp_path / "xdg" / "ibidem"


def test_nothing_changes_after_the_start() -> None:
    with pytest.raises(ValueError, match="frozen"):
        load_settings().port = 1  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    ("name", "nearest"), [("IBIDEM_DTAA", "IBIDEM_DATA"), ("IBIDEM_PROFIL", "IBIDEM_PROFILE"), ("ibidem_grups", "IBIDEM_GROUPS")]
)
def test_a_misspelt_variable_is_warned_of_with_the_right_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str, nearest: str
) -> None:
    monkeypatch.setenv(name, "x")
    load_settings()
    assert caplog.messages == [f"{name}: no such setting; did you mean {nearest}?"]


def test_a_variable_like_no_other_is_warned_of_with_all_settings(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("IBIDEM_ZZZZZZ", "x")
    load_settings()
    assert re.search(r"the settings are .*IBIDEM_DATA.*IBIDEM_PORT", caplog.text)


def test_what_kubernetes_sets_for_a_service_called_ibidem_is_no_slip(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("IBIDEM_SERVICE_HOST", "IBIDEM_SERVICE_PORT_HTTP", "IBIDEM_PORT_8765_TCP", "IBIDEM_PORT_8765_TCP_ADDR"):
        monkeypatch.setenv(name, "10.0.0.1")
    assert load_settings().port == 8765


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("IBIDEM_PORT", "tcp://10.0.0.1:8765", "port (IBIDEM_PORT): 'tcp://10.0.0.1:8765' is not acceptable"),
        ("IBIDEM_PORT", "70000", "less than or equal to 65535"),
        ("IBIDEM_WORKERS", "0", "workers (IBIDEM_WORKERS)"),
        ("IBIDEM_LOG_LEVEL", "loud", "'debug', 'info', 'warning' or 'error'"),
        ("IBIDEM_CONFIG", "/nowhere.toml", "/nowhere.toml is not a file"),
    ],
)
def test_a_wrong_value_is_told_with_what_is_allowed(monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as told:
        load_settings()
    assert said in str(told.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 3", "prot: no such setting; did you mean port?"),
        ("port = ", "ibidem.toml: not TOML"),
        ("groups = [1]", "groups.0 (IBIDEM_GROUPS)"),
        ("groups = " + "[" * 20_000, "ibidem.toml: nested too deep"),
        ("port = " + "{a = " * 20_000, "ibidem.toml: nested too deep"),
        ("a." * 20_000 + "b = 1", "a: no such setting"),
    ],
)
def test_a_wrong_file_is_told(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "ibidem.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as told:
        load_settings()
    assert said in str(told.value)


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "ibidem.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings()


@pytest.mark.parametrize("name", ["openai:gpt-5", "openai:llama3.1:8b", "anthropic:claude-opus-5", "gemini:gemini-3.8-flash"])
def test_models_are_named_with_their_provider(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IBIDEM_MODEL", name)
    settings = load_settings(light_model=name)
    assert settings.model == settings.light_model == name


def test_of_several_models_the_first_is_the_default_unless_another_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IBIDEM_MODELS", "openai:large, anthropic:claude-opus-5")
    settings = load_settings()
    assert (settings.model, settings.choices) == ("openai:large", ("openai:large", "anthropic:claude-opus-5"))
    assert load_settings(light_model="openai:small").light_model == "openai:small"
    named = load_settings(model="gemini:flash")
    assert (named.model, named.choices) == ("gemini:flash", ("gemini:flash", "openai:large", "anthropic:claude-opus-5"))
    monkeypatch.setenv("IBIDEM_MODELS", "large,openai:small")
    with pytest.raises(SettingsError, match=r"models .*PROVIDER:MODEL") as told:
        load_settings()
    assert str(told.value).count("PROVIDER:MODEL") == 1, "one mistake is told once"
    monkeypatch.delenv("IBIDEM_MODELS")
    assert load_settings().choices == ()


@pytest.mark.parametrize("field", ["model", "light_model"])
@pytest.mark.parametrize("name", ["gpt-5", "openai:", "mistral:large", "펌프"])
def test_a_model_that_is_named_otherwise_is_refused_at_start(field: str, name: str) -> None:
    with pytest.raises(SettingsError, match=f"{field} .*PROVIDER:MODEL, where PROVIDER is openai or anthropic or gemini"):
        load_settings(**{field: name})


def test_a_light_model_alone_is_refused_at_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("IBIDEM_LIGHT_MODEL", "openai:small")
    with pytest.raises(SettingsError, match=r"light_model \(IBIDEM_LIGHT_MODEL\): .*set IBIDEM_MODEL too, or leave this one out"):
        load_settings()
    (tmp_path / "ibidem.toml").write_text('model = "openai:large"\n', encoding="utf-8")
    assert load_settings().light_model == "openai:small"
    with pytest.raises(SettingsError) as told:
        load_settings(model="large")
    assert "light_model" not in str(told.value), "one mistake is told once"


def test_what_is_wrong_is_told_in_our_words_alone() -> None:
    for given in ({"model": "gpt-5"}, {"light_model": "openai:a"}, {"embedder": "x"}, {"reranker": "x"}):
        with pytest.raises(SettingsError) as told:
            load_settings(**given)
        assert "Value error" not in str(told.value)


@pytest.mark.parametrize("seconds", [0, 0.5, 3601, "soon", "nan"])
def test_a_turn_takes_between_a_second_and_an_hour(seconds: object) -> None:
    assert load_settings().turn_seconds == 120
    with pytest.raises(SettingsError, match="IBIDEM_TURN_SECONDS"):
        load_settings(turn_seconds=seconds)
    assert load_settings().call_seconds == 20
    with pytest.raises(SettingsError, match="IBIDEM_CALL_SECONDS"):
        load_settings(call_seconds=seconds)


@pytest.mark.parametrize("setting", ["embedder", "reranker"])
def test_the_models_of_this_machine_are_used_unless_they_are_switched_off(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(f"IBIDEM_{setting.upper()}", raising=False)
    assert getattr(load_settings(), setting) == "local:ibidem-1"
    assert getattr(load_settings(**{setting: "None"}), setting) is None
    monkeypatch.setenv(f"IBIDEM_{setting.upper()}", "none")
    assert getattr(load_settings(), setting) is None


@pytest.mark.parametrize("setting", ["embedder", "reranker"])
def test_without_its_weights_a_model_of_this_machine_is_no_default(
    setting: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(packed_file, "PACKAGE", "a_package_that_is_not_here")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv(f"IBIDEM_{setting.upper()}", raising=False)
    assert getattr(load_settings(), setting) is None
    assert getattr(load_settings(**{setting: "local:ibidem-1"}), setting) == "local:ibidem-1"
    assert not load_settings(embedder="none").lacks_weights
    monkeypatch.delenv("IBIDEM_EMBEDDER", raising=False)
    assert load_settings().lacks_weights
    assert own_folder() not in (load_settings().data, *load_settings().data.parents), "a data folder holds nothing else"


@pytest.mark.parametrize(
    "store", ["elasticsearch", "solr:http://127.0.0.1:1", "opensearch:127.0.0.1:9200", "elasticsearch:ftp://x"]
)
def test_a_store_is_a_cluster_with_an_address(store: str) -> None:
    with pytest.raises(SettingsError, match="IBIDEM_STORE"):
        load_settings(store=store, embedder="none")


@pytest.mark.parametrize("sessions", ["127.0.0.1:6379", "redis"])
def test_conversations_are_kept_apart_at_an_address_of_redis(sessions: str) -> None:
    with pytest.raises(SettingsError, match=r"IBIDEM_SESSIONS.*redis://HOST:PORT/NUMBER"):
        load_settings(sessions=sessions)
    assert load_settings(sessions=f"redis://{sessions}/1").storage.sessions == f"redis://{sessions}/1"


def test_the_password_of_a_cluster_is_not_shown() -> None:
    settings = load_settings(store="elasticsearch:http://ibidem:a-password@127.0.0.1:9200")
    assert str(settings.storage) == "elasticsearch:http://***@127.0.0.1:9200" and settings.storage.prefix == "ibidem"
