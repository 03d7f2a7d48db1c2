import { expect, it } from "vitest";
import { openApiDocument } from "@/lib/http/openapi";
import { operationsOf } from "./operations";
import { sampleOf } from "./samples";

const operations = operationsOf(openApiDocument());
const reader = { appid: "shop", userid: "maya" };

it("has every call of the document once, by resource, with the key that it wants", () => {
  const paths = Object.entries((openApiDocument() as { paths: Record<string, object> }).paths);
  const all = paths.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    all.toSorted(),
  );
  const keys = new Map(operations.map(({ id, key }) => [id, key]));
  expect([keys.get("sendMessage"), keys.get("registerDevice"), keys.get("readReference")]).toEqual([
    "SERVICE_KEY",
    "CLIENT_KEY",
    undefined,
  ]);
  expect(
    operations.find(({ id }) => id === "reportReceipts")?.body.map(({ path }) => path),
  ).toContain("transid");
});

it.each(operations)("$id has a sample for its path that leaves no parameter open", (operation) => {
  const sample = sampleOf(operation, reader);
  const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "[^/{}]+")}$`);
  expect(sample?.path).toMatch(pattern);
  expect(operation.answers.map(({ status }) => status)).toContain(String(sample?.status));
  const needed = operation.body
    .filter(({ depth, required }) => depth === 0 && required)
    .map(({ path }) => path);
  const body = sample?.body === undefined ? {} : (JSON.parse(sample.body) as object);
  expect(Object.keys(body)).toEqual(expect.arrayContaining(needed));
});
