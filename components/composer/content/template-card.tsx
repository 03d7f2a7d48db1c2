"use client";

import type { ComponentProps } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { useNotices } from "@/components/form/notices-context";
import { useForgetFields } from "../field-notices";
import { textIn } from "@/lib/compose/held";
import { useReach } from "../audience/reach-state";
import { templateOf, useTemplates } from "./templates";
import { TextTools } from "./text-tools";

/** Which template the content comes from, and the values it asks for (interface 2.3, contract 6). */
export function TemplateCard() {
  const { control, setValue, getValues } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const templates = useTemplates();
  const appid = useWatch({ control, name: "appid" });
  const { field } = useController({ control, name: "message" });
  const notices = useNotices("message.template");
  const forget = useForgetFields();
  const { chosen: list } = useReach();
  const fromList = list?.kind === "open" ? list.audience.parameters : [];
  const named = textIn(field.value?.template);
  const ours = templates.filter((one) => one.appid === appid);
  const chosen = templateOf(templates, { ...getValues(), appid, message: field.value });
  if (ours.length === 0 && named === "") return null;
  const choose = (templateId: string) => {
    // Nobody has made a mistake who has only just chosen one.
    forget("message.parameters.");
    if (templateId === "none") field.onChange(undefined);
    else {
      field.onChange({ template: templateId });
      // What was written would override the template, and nobody who chooses one means that.
      setValue("channels", undefined, { shouldDirty: true });
    }
  };
  return (
    <Card aria-labelledby="template-title">
      <CardHeader id="template-title" title="Template" description="Reusable content with placeholders." />
      <CardBody className="space-y-4">
        <Field label="Template" labelHidden notices={notices}>
          {(aria) => (
            <div data-path="message.template">
              <Select
                {...aria}
                value={named === "" ? "none" : (chosen?.templateId ?? named)}
                onValueChange={choose}
                options={[
                  { value: "none", label: "No template" },
                  ...ours.map(({ templateId, name, version }) => ({
                    value: templateId,
                    label: name,
                    description: `${templateId} · version ${version}`,
                  })),
                  ...(named !== "" && !chosen ? [{ value: named, label: named, description: "Not a published version known here" }] : []),
                ]}
              />
            </div>
          )}
        </Field>
        {chosen && chosen.parameters.length > 0 && (
          <div className="grid gap-4 sm:grid-cols-2">
            {chosen.parameters.map(({ name, required, default: otherwise, description, sample }) => (
              <ParameterField
                key={name}
                label={name}
                path={`message.parameters.${name}`}
                optional={!required}
                hint={[
                  fromList.includes(name) ? "From the list; this is for those without." : required ? "Required." : "",
                  description,
                  otherwise === undefined ? "" : `“${otherwise}” when left out.`,
                ]
                  .filter(Boolean)
                  .join(" ")}
              >
                {(aria) => (
                  <TextTools label={name} parameters={false}>
                    <Input
                      {...aria}
                      data-path={`message.parameters.${name}`}
                      dir="auto"
                      autoComplete="off"
                      placeholder={sample === "" ? undefined : `such as ${sample}`}
                      value={textIn(field.value?.parameters?.[name])}
                      onChange={(event) => {
                        const others = Object.entries(field.value?.parameters ?? {}).filter(([other]) => other !== name);
                        const { value } = event.target;
                        const parameters = Object.fromEntries(value === "" ? others : [...others, [name, value]]);
                        field.onChange({ ...field.value, template: named, parameters });
                      }}
                      onBlur={field.onBlur}
                    />
                  </TextTools>
                )}
              </ParameterField>
            ))}
          </div>
        )}
      </CardBody>
    </Card>
  );
}

function ParameterField({ path, ...field }: { path: string } & ComponentProps<typeof Field>) {
  return <Field {...field} notices={useNotices(path)} />;
}

/** With a template there is nothing to write; who wants to say a part in other words asks for the fields. */
export function OverrideOffer() {
  const { setValue } = useFormContext<PushRequestInput, unknown, PushRequest>();
  return (
    <Button size="sm" variant="ghost" className="-ml-2" onClick={() => setValue("channels", { push: {} }, { shouldDirty: true })}>
      Write over parts of the template …
    </Button>
  );
}
