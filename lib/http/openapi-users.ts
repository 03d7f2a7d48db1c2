import { byServiceKey, json, ref, responsesOf, unknownMembers, unsupported } from "./openapi-parts";

const userid = [
  {
    name: "userid",
    in: "path",
    required: true,
    schema: { type: "string", maxLength: 200 },
    description: "As devices register it, percent-encoded.",
  },
];
const refusals = ["Failure"] as const;
const noUser = { description: "This service has no such user.", refusals };
const noRight = {
  401: { description: "No valid credential.", refusals },
  403: { description: "The key lacks the scope `users`.", refusals },
} as const;
const tooLarge = { description: "The body is larger than 256 KB.", refusals };
const invalid = {
  description:
    "Nothing was stored. `errors` has every problem by its pointer: 7004 for a value of another type than its attribute has, naming both; for a name, a value, a language or a time zone that is not valid; and for one attribute too many.",
  refusals,
};
const encoded = { 415: { description: unsupported[415], refusals } } as const;
const badId = { description: "The user id is not valid.", refusals };
const body = { required: true, content: json(ref("UserValues")) };

export const userPath = {
  get: {
    operationId: "readUser",
    summary: "Read a user",
    security: byServiceKey,
    parameters: userid,
    responses: responsesOf("readUser", {
      200: "What is stored of the user, with their devices.",
      400: badId,
      ...noRight,
      404: noUser,
    }),
  },
  put: {
    operationId: "writeUser",
    summary: "Store a user as a whole",
    description: `Attributes, language and time zone that the body leaves out are removed. Devices and lists stay. ${unknownMembers}`,
    security: byServiceKey,
    parameters: userid,
    requestBody: body,
    responses: responsesOf("writeUser", {
      200: "Stored.",
      201: "Stored: the user is new.",
      400: invalid,
      ...noRight,
      413: tooLarge,
      ...encoded,
    }),
  },
  patch: {
    operationId: "changeUser",
    summary: "Change a user",
    description: `What the body leaves out stays; null removes. ${unknownMembers}`,
    security: byServiceKey,
    parameters: userid,
    requestBody: body,
    responses: responsesOf("changeUser", {
      200: "Stored.",
      201: "Stored: the user is new.",
      400: invalid,
      ...noRight,
      413: tooLarge,
      ...encoded,
    }),
  },
  delete: {
    operationId: "clearUser",
    summary: "Remove the attributes of a user",
    description:
      "Language, time zone, devices and places in lists stay. To erase a person, see the console.",
    security: byServiceKey,
    parameters: userid,
    responses: responsesOf("clearUser", {
      200: "Removed.",
      400: badId,
      ...noRight,
      404: noUser,
    }),
  },
};

export const usersPath = {
  post: {
    operationId: "mergeUsers",
    summary: "Change many users",
    description: `Each user is changed as PATCH does, by itself: what is wrong with one keeps no other from being stored. The same batch again changes nothing. ${unknownMembers}`,
    security: byServiceKey,
    requestBody: { required: true, content: json(ref("UserBatch")) },
    responses: responsesOf("mergeUsers", {
      200: "The number of stored users, and what is wrong with the others.",
      400: {
        description:
          "Nothing was stored: the body is not JSON, or `users` is no array of 1 to 1,000.",
        refusals,
      },
      ...noRight,
      413: { description: "The body is larger than 4 MB.", refusals },
      ...encoded,
    }),
  },
};
