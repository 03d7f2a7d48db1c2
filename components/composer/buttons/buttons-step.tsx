"use client";

import { Ban } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { useId, type ReactNode } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { Banner } from "@/components/ui/banner";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { captionOf, identifiersOf, isCategory, type Category } from "@/lib/interface/categories";
import { mobilePlatforms } from "@/lib/interface/device-kinds";
import { buttonActions } from "@/lib/interface/notification-action";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { ActionField } from "../content/action-field";
import { categoryOf, choices, deviceTypesOf, oddities, withCategory, type Interactive } from "@/lib/compose/buttons";
import { useNotices } from "@/components/form/notices-context";
import { noticeIds, Notices } from "@/components/ui/notice";
import { platformName } from "../panel/platform-names";
import { RequestText } from "../request-text";

const path = "channels.push.interactive";

/** The interactive block (interface 2.10): which buttons, where, and what each does. Only what the interface allows can be chosen. */
export function ButtonsStep() {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const { field } = useController({ control, name: path });
  const blocks = useWatch({ control, name: "channels.push" });
  const on = mobilePlatforms.filter((platform) => blocks?.[platform] !== undefined);
  const interactive = field.value as Interactive | undefined;
  const category = categoryOf(interactive);
  const odd = interactive ? oddities(interactive) : [];
  return (
    <Card aria-labelledby="buttons-title">
      <CardHeader id="buttons-title" title="Buttons" description="Below the notification, on Android and iOS." />
      <CardBody className="space-y-5">
        {on.length === 0 && interactive === undefined ? (
          <p className="text-sm text-ink-muted">
            Browsers show no buttons of this kind. Switch on Android or iOS under Content to have some.
          </p>
        ) : (
          <>
            {odd.length > 0 && (
              <Banner kind="warning" title="These buttons came in from elsewhere">
                {odd.join(" ")}
              </Banner>
            )}
            <Categories
              value={interactive === undefined ? undefined : category}
              none={interactive === undefined}
              onChoose={(next) => {
                field.onChange(next === undefined ? undefined : withCategory(interactive, next, on));
                field.onBlur();
              }}
            />
            {category && <Chosen category={category} />}
          </>
        )}
      </CardBody>
    </Card>
  );
}

interface CategoriesProps {
  value: Category | undefined;
  none: boolean;
  onChoose: (category: Category | undefined) => void;
}

function Categories({ value, none, onChoose }: CategoriesProps) {
  const groups = [
    { title: "Two buttons", of: choices.filter(({ captions }) => captions.length === 2) },
    { title: "One button", of: choices.filter(({ captions }) => captions.length === 1) },
  ];
  return (
    <RadioGroup.Root
      aria-label="Buttons"
      data-path={`${path}.category`}
      value={none ? "none" : (value ?? "")}
      onValueChange={(next) => onChoose(next !== "none" && isCategory(next) ? next : undefined)}
      className="space-y-4"
    >
      <Option value="none" label="No buttons">
        <span className="inline-flex items-center gap-2 text-sm text-ink-muted">
          <Ban aria-hidden className="size-4" />
          No buttons
        </span>
      </Option>
      {groups.map(({ title, of }) => (
        <div key={title}>
          <p aria-hidden className="mb-1.5 text-xs font-medium text-ink-faint">
            {title}
          </p>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12.5rem),1fr))] gap-2">
            {of.map(({ category, captions }) => (
              <Option key={category} value={category} label={captions.join(" and ")}>
                <span aria-hidden className="flex w-full gap-1.5">
                  {captions.map((caption) => (
                    <span
                      key={caption}
                      className="min-w-0 flex-auto truncate rounded-md bg-sunken px-1 py-1 text-center text-sm font-medium"
                    >
                      {caption}
                    </span>
                  ))}
                </span>
                <span aria-hidden className="code max-w-full truncate text-[0.6875rem] text-ink-muted">
                  {category}
                </span>
              </Option>
            ))}
          </div>
        </div>
      ))}
    </RadioGroup.Root>
  );
}

function Option({ value, label, children }: { value: string; label: string; children: ReactNode }) {
  return (
    <RadioGroup.Item
      value={value}
      aria-label={label}
      className="flex min-h-10 w-full min-w-0 flex-col items-start justify-center gap-1.5 rounded-lg border border-line px-2.5 py-2 text-left transition-colors hover:border-line-strong hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft data-[state=checked]:ring-1 data-[state=checked]:ring-accent"
    >
      {children}
    </RadioGroup.Item>
  );
}

function Chosen({ category }: { category: Category }) {
  const identifiers = identifiersOf(category);
  return (
    <div className="space-y-5 border-t border-line pt-5">
      <Places />
      {identifiers.map((identifier, index) => (
        <div key={identifier} className="rounded-lg border border-line p-3.5">
          <p className="mb-3 flex items-center gap-2 text-sm">
            <span className="grid size-5 place-items-center rounded-full bg-sunken text-xs font-medium text-ink-muted">{index + 1}</span>
            <span className="font-medium">{captionOf(identifier)}</span>
            <code className="code text-xs text-ink-faint">{identifier}</code>
            {category === "SINGLE_REPLY" && <span className="text-xs text-ink-faint">an answer is typed in place</span>}
          </p>
          <ActionField
            path={`${path}.actions.${index}`}
            label={`${captionOf(identifier)} button`}
            actions={buttonActions}
            otherwise="Opens the app"
          />
        </div>
      ))}
      <RequestText
        path={`${path}.pushref`}
        label="Push reference"
        optional
        hint="pushref: comes back in the read receipt, beside the button that was pressed."
      />
    </div>
  );
}

const placesPath = `${path}.device_types` as const;

function Places() {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const { field } = useController({ control, name: placesPath });
  const id = useId();
  const notices = useNotices(placesPath);
  const blocks = useWatch({ control, name: "channels.push" });
  const chosen = deviceTypesOf(field.value);
  return (
    <fieldset data-path={placesPath} tabIndex={-1} aria-describedby={noticeIds(id, notices).join(" ") || undefined}>
      <legend className="mb-1 text-sm font-medium">Shown on</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {mobilePlatforms.map((platform) => (
          <Checkbox
            key={platform}
            checked={chosen.includes(platform)}
            onCheckedChange={(on) => {
              field.onChange(mobilePlatforms.filter((other) => (other === platform ? on : chosen.includes(other))));
              field.onBlur();
            }}
            label={platformName(platform)}
            hint={blocks?.[platform] === undefined ? "switched off under Content" : undefined}
          />
        ))}
      </div>
      <Notices id={id} notices={notices} />
    </fieldset>
  );
}
