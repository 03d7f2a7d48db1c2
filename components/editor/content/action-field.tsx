"use client";

import { useRequestPart } from "@/components/editor/content-context";
import { ByteCount } from "@/components/form/byte-meter";
import { useNotices } from "@/components/form/use-field";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { isolated } from "@/components/ui/sentence";
import { actionName, canonicalAction, valueName } from "@/lib/findings/action-words";
import { needsValue } from "@/lib/interface/notification-action";
import { isObject, textIn } from "@/lib/interface/value-shape";
import { useApp } from "../examined/examined";

interface ActionFieldProps {
  /** Path of the object that holds `action` and `value`. */
  path: string;
  /** Says whose it is: "Android tap", "First button". */
  label: string;
  actions: readonly string[];
  hint?: string;
}

interface Action {
  action?: string;
  value?: string;
}

/** What a tap or a button does (interface 2.9, 2.10), with the editor that fits its value. */
export function ActionField({ path, label, actions, hint }: ActionFieldProps) {
  const [storedAction, put] = useRequestPart(path as "appid");
  const current: Action = isObject(storedAction) ? (storedAction as Action) : {};
  const action = canonicalAction(textIn(current.action));
  // Without an action the app is opened: that is one choice, however it is written.
  const opensApp = action === "OPEN_APP" ? action : "none";
  const change = (next: Action) => {
    const { action: chosen, value, ...rest } = { ...current, ...next };
    const nextAction = { ...rest, ...(chosen && { action: chosen }), ...(value && { value }) };
    put(Object.keys(nextAction).length === 0 ? undefined : nextAction);
  };
  const notices = useNotices(`${path}.action`);
  const isOffered = action === "" || actions.includes(action);
  return (
    <div className="space-y-3">
      <Field label={label} hint={hint} notices={notices}>
        {(aria) => (
          <div data-path={`${path}.action`}>
            <Select
              {...aria}
              value={action === "" ? "none" : action}
              onValueChange={(next) => {
                change(
                  next === "none"
                    ? { action: "", value: "" }
                    : { action: next, ...(needsValue(next) ? {} : { value: "" }) },
                );
              }}
              options={[
                { value: opensApp, label: actionName("OPEN_APP"), title: "OPEN_APP" },
                ...actions
                  .filter((name) => name !== "OPEN_APP")
                  .map((name) => ({ value: name, label: actionName(name), title: name })),
                ...(isOffered
                  ? []
                  : [
                      {
                        value: action,
                        label: action,
                        description: "Nothing that devices know how to do",
                      },
                    ]),
              ]}
            />
          </div>
        )}
      </Field>
      {(needsValue(action) && action !== "") || textIn(current.value) !== "" ? (
        <ValueField
          path={`${path}.value`}
          label={`${label}: ${valueName(action)}`}
          action={action}
          value={textIn(current.value)}
          onChange={(value) => change({ value })}
        />
      ) : null}
    </div>
  );
}

const placeholders: Record<string, string> = {
  OPEN_URL: "https://…",
  OPENWEBVIEW: "https://…",
  DEEPLINK: "myapp://orders/1042",
  OPEN_HTML: "<h1>Hello</h1>",
  SHARE: "Data passed on",
};

interface ValueFieldProps {
  path: string;
  label: string;
  action: string;
  value: string;
  onChange: (value: string) => void;
}

function ValueField({ path, label, action, value, onChange }: ValueFieldProps) {
  const notices = useNotices(path);
  const app = useApp();
  const scheme = action === "DEEPLINK" ? app?.deepLinkScheme : null;
  const common = {
    "data-path": path,
    value,
    placeholder: scheme ? `${scheme}://orders/1042` : placeholders[action],
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <Field
      label={label}
      notices={notices}
      {...(app &&
        scheme && { hint: `Addresses of ${isolated(app.name)} begin with ${scheme}://.` })}
      counter={value !== "" && <ByteCount text={value} />}
    >
      {(aria) =>
        action === "OPEN_HTML" ? (
          <div className="space-y-2">
            <Textarea {...aria} {...common} spellCheck={false} className="font-mono text-sm" />
            {value !== "" && (
              <iframe
                // No scripts, no forms, no access to this page: the text is untrusted.
                sandbox=""
                title={`${label}, as it will be shown`}
                srcDoc={value}
                className="h-40 w-full rounded-md border border-line bg-white"
              />
            )}
          </div>
        ) : (
          <Input
            {...aria}
            {...common}
            dir="auto"
            autoComplete="off"
            inputMode={action === "SHARE" ? "text" : "url"}
          />
        )
      }
    </Field>
  );
}
