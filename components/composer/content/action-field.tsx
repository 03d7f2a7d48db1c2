"use client";

import { useController, useFormContext } from "react-hook-form";
import { ByteCount } from "@/components/form/byte-meter";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { actionAliases, needsValue } from "@/lib/interface/notification-action";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { useNotices } from "@/components/form/notices-context";
import { isObject, textIn } from "@/lib/compose/held";

interface ActionFieldProps {
  /** Path of the object that holds `action` and `value`. */
  path: string;
  /** Says whose it is: "Android tap", "First button". */
  label: string;
  actions: readonly string[];
  /** What happens when no action is written. */
  otherwise: string;
  hint?: string;
}

interface Action {
  action?: string;
  value?: string;
}

const words: Record<string, string> = {
  OPEN_URL: "Opens a web page in the browser",
  OPENWEBVIEW: "Opens a web page inside the app",
  DEEPLINK: "Opens a place in the app",
  OPEN_HTML: "Shows HTML inside the app",
  OPEN_APP: "Opens the app",
  DISMISS: "Puts the notification away",
  SHARE: "Shares a text",
};

/** What a tap or a button does (interface 2.9, 2.10), with the editor that fits its value. */
export function ActionField({ path, label, actions, otherwise, hint }: ActionFieldProps) {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const { field } = useController({ control, name: path as "appid" });
  const held: unknown = field.value;
  const current: Action = isObject(held) ? held : {};
  const written = textIn(current.action);
  const action = (Object.hasOwn(actionAliases, written) ? actionAliases[written] : undefined) ?? written;
  const change = (next: Action) => {
    const { action: chosen, value, ...rest } = { ...current, ...next };
    const made = { ...rest, ...(chosen && { action: chosen }), ...(value && { value }) };
    field.onChange(Object.keys(made).length === 0 ? undefined : made);
  };
  const notices = useNotices(`${path}.action`);
  const known = action === "" || actions.includes(action);
  return (
    <div className="space-y-3">
      <Field label={label} hint={hint} notices={notices}>
        {(aria) => (
          <div data-path={`${path}.action`}>
            <Select
              {...aria}
              value={action === "" ? "none" : action}
              onValueChange={(next) => {
                change(next === "none" ? { action: "", value: "" } : { action: next, ...(needsValue(next) ? {} : { value: "" }) });
                field.onBlur();
              }}
              options={[
                { value: "none", label: otherwise, description: "The default" },
                ...actions.map((name) => ({ value: name, label: words[name] ?? name, description: name })),
                ...(known ? [] : [{ value: action, label: action, description: "Not an action of the interface" }]),
              ]}
            />
          </div>
        )}
      </Field>
      {(needsValue(action) && action !== "") || textIn(current.value) !== "" ? (
        <ValueField
          path={`${path}.value`}
          label={`${label}: ${valueLabels[action] ?? "value"}`}
          action={action}
          value={textIn(current.value)}
          onChange={(value) => change({ value })}
          onBlur={field.onBlur}
        />
      ) : null}
    </div>
  );
}

const valueLabels: Record<string, string> = {
  OPEN_URL: "address",
  OPENWEBVIEW: "address",
  DEEPLINK: "deep link",
  OPEN_HTML: "HTML",
  SHARE: "text to share",
};
const placeholders: Record<string, string> = {
  OPEN_URL: "https://…",
  OPENWEBVIEW: "https://…",
  DEEPLINK: "myapp://orders/1042",
  OPEN_HTML: "<h1>Hello</h1>",
  SHARE: "What is passed on",
};

interface ValueFieldProps {
  path: string;
  label: string;
  action: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

function ValueField({ path, label, action, value, onChange, onBlur }: ValueFieldProps) {
  const notices = useNotices(path);
  const common = {
    "data-path": path,
    value,
    placeholder: placeholders[action],
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    onBlur,
  };
  return (
    <Field label={label} notices={notices} counter={value !== "" && <ByteCount text={value} />}>
      {(aria) =>
        action === "OPEN_HTML" ? (
          <div className="space-y-2">
            <Textarea {...aria} {...common} spellCheck={false} className="font-mono text-sm" />
            {value !== "" && (
              <iframe
                // No scripts, no forms, no way up: it is somebody's text.
                sandbox=""
                title={`${label}, as it will be shown`}
                srcDoc={value}
                className="h-40 w-full rounded-md border border-line bg-white"
              />
            )}
          </div>
        ) : (
          <Input {...aria} {...common} dir="auto" autoComplete="off" inputMode={action === "SHARE" ? "text" : "url"} />
        )
      }
    </Field>
  );
}
