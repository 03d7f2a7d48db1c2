import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { z } from "zod";
import { appSchema } from "@/lib/inputs/app";
import { Form } from "./form";
import { TextField, UrlField } from "./text-field";

type App = z.input<typeof appSchema>;

const never = async () => ({ ok: false as const, problems: [] });

it("shows what its schema requires", () => {
  const html = renderToStaticMarkup(
    <Form
      label="App"
      schema={appSchema}
      initial={{ name: "x".repeat(190) }}
      action={never}
      onDone={() => undefined}
    >
      <TextField<App> path="name" label="Name" />
      <UrlField<App> path="siteUrl" label="Site" />
    </Form>,
  );
  const [name = "", site = ""] = html.split("Site");
  expect(name).toContain('aria-required="true"');
  expect(name).not.toContain("optional");
  expect(name).toContain("190 / 200");
  expect(site).toContain('aria-required="false"');
  expect(site).toContain("optional");
});
