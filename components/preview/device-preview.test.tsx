import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { deviceKinds } from "@/lib/interface/device-kinds";
import type { Appearance } from "@/lib/payload/appearance";
import { DevicePreview } from "./device-preview";
import type { DeviceSettings } from "./device-settings";
import { facesOf, leftOut } from "./face";
import { shownButtons, shownPicture, textEquivalent } from "./text-equivalent";

const words = fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" });
const button = fc
  .record({ identifier: fc.uuid(), label: words })
  .map((fields) => ({ ...fields, reply: false }));
const message = fc.record(
  {
    appName: words,
    title: words,
    text: words,
    imageUrl: fc.webUrl(),
    iconUrl: fc.webUrl(),
    site: fc.domain(),
    badge: fc.nat(),
    buttons: fc.array(button, { maxLength: 5 }),
    tap: fc.constant({ action: "OPEN_APP" }),
    customtags: fc.constant({}),
  },
  { requiredKeys: ["appName", "text", "buttons", "tap", "customtags"] },
);
const settings = fc.record(
  {
    scheme: fc.constantFrom("light", "dark"),
    textSize: fc.constantFrom("normal", "large", "largest"),
    rightToLeft: fc.boolean(),
  },
  { requiredKeys: ["scheme"] },
);

/** Text as React writes it. */
const escapedText = (text: string) =>
  renderToStaticMarkup(createElement("i", { title: text })).slice(
    '<i title="'.length,
    -'"></i>'.length,
  );
const count = (html: string, part: string) => html.split(part).length - 1;

const views = deviceKinds
  .flatMap(facesOf)
  .flatMap((face) =>
    face.surfaces.map(
      ({ value, label }) => [`${face.name}, ${label.toLowerCase()}`, face, value] as const,
    ),
  );

it.each(views)("draws any message as the words next to it say: %s", (name, face, surface) => {
  fc.assert(
    fc.property(message, settings, fc.boolean(), (fields, set, tile) => {
      const appearance = { ...fields, kind: face.kind } as Appearance;
      const equivalent = textEquivalent(appearance, face, surface);
      const html = renderToStaticMarkup(
        <DevicePreview
          appearance={appearance}
          face={face}
          surface={surface}
          settings={set as DeviceSettings}
          tile={tile}
        />,
      );
      expect(equivalent.startsWith(`${name}: `)).toBe(true);
      expect(html).toContain(`aria-label="${escapedText(equivalent)}`);
      expect(html).toContain(
        `data-system="${face.system}" data-text="${set.textSize ?? "normal"}" dir="${set.rightToLeft ? "rtl" : "ltr"}"`,
      );
      expect(html).toContain(`>${escapedText(appearance.text)}</div>`);
      expect(html).toContain(
        appearance.title === undefined ? "no title" : `>${escapedText(appearance.title)}</div>`,
      );
      expect(count(html, "df-picture ")).toBe(
        shownPicture(appearance, face, surface) === undefined ? 0 : 1,
      );
      expect(count(html, '<span dir="auto">')).toBe(shownButtons(appearance, face, surface).length);
      for (const sentence of leftOut(appearance, face))
        expect(html).toContain(escapedText(sentence));
    }),
    { numRuns: 40 },
  );
});

it.each(views)("loads nothing but http and https: %s", (_, face, surface) => {
  const links = [
    "javascript:alert(1)",
    "data:image/png;base64,AA==",
    "file:///etc/passwd",
    "blob:https://a.test/1",
    "/api/auth/signout",
    "x.png",
    "::",
  ];
  for (const url of links) {
    const appearance = {
      kind: face.kind,
      appName: "Shop",
      text: "Text",
      imageUrl: url,
      iconUrl: url,
      buttons: [],
      customtags: {},
    };
    const html = renderToStaticMarkup(
      <DevicePreview
        appearance={{ ...appearance, tap: { action: "OPEN_URL", value: url } }}
        face={face}
        surface={surface}
        settings={{ scheme: "light", textSize: "normal", rightToLeft: false }}
      />,
    );
    expect(html).not.toMatch(/<img|<a[ >]|href=|src=/);
    expect(count(html, "Picture not found")).toBe(
      shownPicture(appearance as never, face, surface) === undefined ? 0 : 1,
    );
  }
});
