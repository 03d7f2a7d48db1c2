"use client";

import { useRequest, useRequestPart } from "@/components/editor/content-context";
import { useId } from "react";
import { KindIcon, kindName } from "@/components/device/kind-icon";
import { Checkbox } from "@/components/ui/checkbox";
import { webKinds, type WebKind } from "@/lib/interface/device-kinds";
import { WEB_TIME_TO_LIVE } from "@/lib/interface/limits";
import { useNotices } from "@/components/form/notices-context";
import { noticeIds, Notices } from "@/components/ui/notice";
import { textsIn } from "@/lib/interface/value-shape";
import { LinkedField } from "./linked-field";
import { OptionGroup } from "./option-group";
import { setIn } from "@/lib/compose/set-in";
import { TagsField } from "./tags-field";
import { RequestText } from "../request-text";
import { RequestUrl } from "../request-url";
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
      <OptionGroup title="Delivery" summary={setIn(block?.extras, ["collapse_key", "time_to_live"])}>
        <RequestText
          path={`${extras}.collapse_key`}
          label="Web collapse key"
          optional
          hint="Of several that wait with the same key, only the latest is delivered. Not for Safari."
        />
        <TimeToLiveField platform="web" usual={WEB_TIME_TO_LIVE} />
      </OptionGroup>
      <OptionGroup title="Custom tags" summary={setIn(block?.extras?.customtags)}>
        <TagsField platform="web" />
      </OptionGroup>
    </>
  );
}

const browsersPath = "channels.push.web.platform_types";

function Browsers() {
  const [kinds, change] = useRequestPart(browsersPath);
  const id = useId();
  const notices = useNotices(browsersPath);
  const chosen = textsIn(kinds);
  const choose = (kind: WebKind, on: boolean) => {
    change(webKinds.filter((other) => (other === kind ? on : chosen.includes(other))));
  };
  return (
    <fieldset data-path={browsersPath} tabIndex={-1} aria-describedby={noticeIds(id, notices).join(" ") || undefined}>
      <legend className="mb-1 text-sm font-medium">Browsers</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {webKinds.map((kind) => (
          <Checkbox
            key={kind}
            checked={chosen.includes(kind)}
            onCheckedChange={(on) => choose(kind, on)}
            label={
              <span className="inline-flex items-center gap-1.5">
                <KindIcon kind={kind} />
                {kindName(kind)}
              </span>
            }
          />
        ))}
      </div>
      <Notices id={id} notices={notices} />
    </fieldset>
  );
}
