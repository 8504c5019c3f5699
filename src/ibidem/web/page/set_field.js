// What the ticked documents are to say of themselves under a name that the profile declares: set on all of them, or on none.

import { send } from "./api.js";
import { forgetCorpus } from "./corpus.js";
import { announce, el } from "./dom.js";
import { number, t } from "./words.js";

/**
 * A small form behind a button; null where nothing is declared.
 * @param {{fields: any[], chosen: () => string[], onChange: () => Promise<void>}} options
 */
export function setField({ fields, chosen, onChange }) {
  if (fields.length === 0) return null;
  const name = el("select", { "aria-label": t("field.name") }, ...fields.map((field) => el("option", { value: field.name }, field.label)));
  const offered = el("datalist", { id: "set-field-values" });
  const value = el("input", { type: "text", maxlength: 400, list: offered.id, "aria-label": t("field.value"), autocomplete: "off" });
  const said = el("p", { role: "alert", class: "wrong", hidden: true });
  const form = el("form", {}, name, value, offered, el("button", { class: "plain" }, t("field.set.now")));
  const element = el("details", { class: "set-field" }, el("summary", {}, t("field.set")), form, said);
  const field = () => fields.find((one) => one.name === name.value);

  const know = () => {
    said.hidden = true;
    value.placeholder = t(`field.allowed.${field().type}`);
    offered.replaceChildren(...field().values.map((one) => el("option", { value: one })));
  };
  const refused = (error) => {
    said.hidden = false;
    const wrong = error.type === "invalid_input" ? `${field().label}: ${t("field.wrong")} ${t(`field.allowed.${field().type}`)}` : error.message;
    said.replaceChildren(wrong, " ", el("small", { class: "quiet", lang: "en" }, error.details ?? ""));
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = field().type === "list" ? value.value.split(",").map((one) => one.trim()) : [value.value.trim()];
    const ids = chosen();
    try {
      await send("PATCH", ["documents"], { doc_ids: ids, field: name.value, value: values.filter((one) => one !== "") });
    } catch (error) {
      return refused(error);
    }
    said.hidden = true;
    element.open = false;
    forgetCorpus();
    announce(t("field.done", { n: number(ids.length), name: field().label }));
    return onChange();
  });
  name.addEventListener("change", know);
  know();
  return element;
}
