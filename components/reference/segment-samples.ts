import type { Sample } from "./sample";

const at = "2026-02-07T14:52:10.281Z";
const segment = { id: "0193b2a4-7b10-7c44-8f2e-2d6a9c1e5b70", name: "Quiet on iOS", revision: 1 };
const segmentRule = {
  all: [
    { field: "platform", op: "is", value: "ios" },
    { field: "country", op: "is", value: "DE" },
    { didNot: "read", within: "P30D" },
  ],
};
const segmentWords = "iOS users in Germany who did not read anything for 30 days";

/** Samples of the calls about segments, by `operationId`. */
export const segmentSamples = {
  listSegments: () => ({
    path: "/resources/v1/segments",
    status: 200,
    answer: {
      segments: [{ ...segment, words: segmentWords, createdAt: at, updatedAt: at }],
      cursor: null,
    },
    nulls: { cursor: "string" },
  }),
  createSegment: () => ({
    path: "/resources/v1/segments",
    body: JSON.stringify({ name: segment.name, rule: segmentRule }, null, 2),
    status: 201,
    answer: { ...segment, rule: segmentRule },
  }),
  readSegment: () => ({
    path: `/resources/v1/segments/${segment.id}`,
    status: 200,
    answer: {
      ...segment,
      rule: segmentRule,
      words: segmentWords,
      faults: [],
      createdAt: at,
      updatedAt: at,
    },
  }),
  changeSegment: () => ({
    path: `/resources/v1/segments/${segment.id}`,
    body: JSON.stringify({ revision: 1, name: "Quiet in Germany" }, null, 2),
    status: 200,
    answer: { ...segment, name: "Quiet in Germany", revision: 2, rule: segmentRule },
  }),
  removeSegment: () => ({
    path: `/resources/v1/segments/${segment.id}`,
    status: 200,
    answer: { removed: true },
  }),
  countSegment: () => ({
    path: `/resources/v1/segments/${segment.id}/count`,
    status: 200,
    answer: { users: 48_213, devices: 60_127, at, exact: true },
  }),
} satisfies Record<string, () => Sample>;
