import { expect, it } from "vitest";
import { answers } from "./answers";
import { openApiDocument } from "./openapi";
import { undescribed } from "./testing";

const replayed = { method: "POST", path: "/resources/v1/updates/replay" };

it("takes an answer as the reference describes it, and reports every other one", () => {
  expect(undescribed({ ...replayed, status: 200, text: '{"replayed":2}' })).toBeUndefined();
  expect(
    undescribed({
      ...replayed,
      status: 400,
      text: '{"error":"Invalid.","problems":[{"pointer":"","message":"x"}]}',
    }),
  ).toBeUndefined();
  for (const text of [
    '{"replayed":"2"}',
    '{"replayed":2,"secret":1}',
    "{}",
    '{"error":"Invalid."}',
  ])
    expect(undescribed({ ...replayed, status: 200, text })).toContain("replayUpdates answered 200");
  expect(
    undescribed({ ...replayed, status: 400, text: '{"error":"Invalid.","stack":"at"}' }),
  ).toContain("replayUpdates answered 400");
  expect(undescribed({ ...replayed, status: 202, text: '{"replayed":2}' })).toContain(
    "replayUpdates answered 202",
  );
  expect(
    undescribed({ method: "GET", path: "/resources/v1/messaging/x/", status: 200, text: "{}" }),
  ).toContain("readMessage");
  expect(
    undescribed({ method: "GET", path: "/live/notices", status: 200, text: '{"unseen":1}' }),
  ).toBeUndefined();
});

it("has a schema for each call of the reference and each status of success", () => {
  const paths = openApiDocument()["paths"] as Record<
    string,
    Record<string, { operationId: string; responses: object }>
  >;
  const described = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId, responses }) => [
      operationId,
      Object.keys(responses).filter((status) => status < "3"),
    ]),
  );
  expect(Object.fromEntries(described)).toEqual(
    Object.fromEntries(
      Object.entries(answers).map(([name, bodies]) => [name, Object.keys(bodies)]),
    ),
  );
  for (const methods of Object.values(paths))
    for (const { operationId, responses } of Object.values(methods))
      for (const [status, response] of Object.entries(responses) as [
        string,
        { content?: object },
      ][])
        expect({ operationId, status, content: response.content }).toMatchObject({
          content: { "application/json": { schema: {} } },
        });
});
