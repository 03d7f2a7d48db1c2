"use client";

import { useRequest, useRequestPart } from "@/components/editor/content-context";
import { KindIcon, kindName } from "@/components/facts/kind-icon";
import { CheckboxGroup } from "@/components/form/checkbox-group";
import { useNotices } from "@/components/form/use-field";
import { setIn } from "@/lib/compose/set-in";
import { webKinds } from "@/lib/interface/device-kinds";
import { WEB_TIME_TO_LIVE } from "@/lib/interface/limits";
import { textsIn } from "@/lib/interface/value-shape";
import { RequestText, RequestUrl } from "../request-text";
import { LinkedField } from "./linked-field";
import { OptionGroup } from "./option-group";
import { TagsField } from "./tags-field";
import { TimeToLiveField } from "./time-to-live-field";

const extras = "channels.push.web.extras";

/** The web block (interface 2.8). */
export function WebFields() {
  const block = useRequest("channels.push.web");
  return (
    <>
      <Browsers />
      <LinkedField platform="web" part="title" />
      <LinkedField platform="web" part="text" />
      <RequestUrl
        path="channels.push.web.url"
        label="Web link"
        optional
        hint="The page that a click opens; the app’s site when left out."
      />
      <RequestText
        path="channels.push.web.actiontext"
        label="Web button"
        optional
        prose
        placeholder="Open"
        hint="Its label. Safari shows a default label when this is empty."
      />
      <OptionGroup
        title="Delivery"
        summary={setIn(block?.extras, ["collapse_key", "time_to_live"])}
      >
        <RequestText
          path={`${extras}.collapse_key`}
          label="Web collapse key"
          optional
          hint="Of several that wait with the same key, only the latest is delivered. Not for Safari."
        />
        <TimeToLiveField platform="web" usual={WEB_TIME_TO_LIVE} />
      </OptionGroup>
      <TagsField platform="web" />
    </>
  );
}

const browsersPath = "channels.push.web.platform_types";

const browsers = webKinds.map((value) => ({
  value,
  label: (
    <span className="inline-flex items-center gap-1.5">
      <KindIcon kind={value} />
      {kindName(value)}
    </span>
  ),
}));

function Browsers() {
  const [kinds, change] = useRequestPart(browsersPath);
  const notices = useNotices(browsersPath);
  return (
    <CheckboxGroup
      path={browsersPath}
      label="Browsers"
      options={browsers}
      selection={textsIn(kinds)}
      onChange={change}
      notices={notices}
    />
  );
}
