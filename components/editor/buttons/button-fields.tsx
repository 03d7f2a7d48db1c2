"use client";

import { useId } from "react";
import { useContent, useRequestPart } from "@/components/editor/content-context";
import { platformName } from "@/components/facts/platform-names";
import { CheckboxGroup } from "@/components/form/checkbox-group";
import { useNotices } from "@/components/form/use-field";
import { Notices } from "@/components/ui/notice";
import { deviceTypesOf } from "@/lib/compose/buttons";
import { captionOf, identifiersOf, type Category } from "@/lib/interface/categories";
import { mobilePlatforms } from "@/lib/interface/device-kinds";
import { buttonActions } from "@/lib/interface/notification-action";
import { ActionField } from "../content/action-field";
import { RequestText } from "../request-text";

export const buttonsPath = "channels.push.interactive";
const placesPath = `${buttonsPath}.device_types` as const;

/** What each button of a category does, and where they are shown. */
export function ButtonFields({ category }: { category: Category }) {
  return (
    <div className="space-y-5">
      {identifiersOf(category).map((identifier, index) => (
        <OneButton
          key={identifier}
          index={index}
          caption={captionOf(identifier)}
          note={category === "SINGLE_REPLY" ? "People type an answer in place" : undefined}
        />
      ))}
      <Places />
      <RequestText
        path={`${buttonsPath}.pushref`}
        label="Push reference"
        optional
        hint="Returned in the read receipt with the pressed button."
      />
    </div>
  );
}

function OneButton({
  index,
  caption,
  note,
}: {
  index: number;
  caption: string;
  note: string | undefined;
}) {
  const path = `${buttonsPath}.actions.${index}`;
  const id = useId();
  const notices = useNotices(path);
  return (
    <div data-path={path} className="rounded-lg border border-line p-3.5">
      <p className="mb-3 flex items-center gap-2 text-sm">
        <span className="grid size-5 place-items-center rounded-full bg-sunken text-xs font-medium text-ink-muted">
          {index + 1}
        </span>
        <span className="font-medium">{caption}</span>
        {note !== undefined && <span className="text-xs text-ink-faint">{note}</span>}
      </p>
      <ActionField path={path} label={`${caption} button`} actions={buttonActions} />
      <Notices id={id} notices={notices} />
    </div>
  );
}

function Places() {
  const [types, change] = useRequestPart(placesPath);
  const notices = useNotices(placesPath);
  const blocks = useContent(({ request }) => request.channels?.push);
  const options = mobilePlatforms.map((value) => ({
    value,
    label: platformName(value),
    hint: blocks?.[value] === undefined ? "switched off under Content" : undefined,
  }));
  return (
    <CheckboxGroup
      path={placesPath}
      label="Shown on"
      options={options}
      selection={deviceTypesOf(types)}
      onChange={change}
      notices={notices}
    />
  );
}
