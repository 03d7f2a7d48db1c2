import { error, type Rule } from "./rule";

const inRule = "/rule/**";

/** Rules on segments (contract 9). */
export const rulesOfSegments = {
  "segment.unknown": error(
    "",
    "This service has no such segment",
    "contract 9",
    "Answered with HTTP 404.",
  ),
  "segment.name": error(
    "/name",
    "{reason}",
    "contract 9",
    "1 to 200 characters; segments of a service have different names, however they are spelled.",
  ),
  "segment.conflict": error(
    "/revision",
    "the segment was changed meanwhile and has revision {revision}; read it again",
    "contract 9",
    "Answered with HTTP 409.",
  ),
  "segment.rule": error(
    inRule,
    'this is {kind}; a rule is {"all": […]}, {"any": […]} or {"none": […]}, has field and op, or has did or didNot',
    "contract 9",
    "One of these forms, with no member of another.",
  ),
  "segment.member": error(
    inRule,
    "unknown member {name}; {fix}",
    "contract 9",
    "Members of a rule are never ignored: it would address other users.",
  ),
  "segment.group": error(
    inRule,
    "{name} needs a list of 1 to {most} rules",
    "contract 9",
    "An empty group says nothing about a user.",
  ),
  "segment.levels": error(
    inRule,
    "a rule has at most {most} levels",
    "contract 9",
    "The rule itself is the first level.",
  ),
  "segment.leaves": error(
    inRule,
    "a rule has at most {most} conditions",
    "contract 9",
    "Conditions are what has a field, did or didNot.",
  ),
  "segment.field": error(
    inRule,
    "unknown field {field}; {fix}",
    "contract 9",
    "attribute.<name>, platform, app, language, timezone, country, firstSeen, lastSeen, devices or list.",
  ),
  "segment.attribute": error(
    inRule,
    "this service has no attribute {name}; {fix}",
    "contract 9",
    "Settings › Attributes lists those of the service.",
  ),
  "segment.op": error(
    inRule,
    "unknown operator {op}; {fix}",
    "contract 9",
    "Operators are case-sensitive.",
  ),
  "segment.op.field": error(
    inRule,
    "{op} does not fit {field}, which is {kind}; use {ops}",
    "contract 9",
    "Which operators fit is decided by what the field holds.",
  ),
  "segment.value": error(
    inRule,
    "{name} is {kind}; {expected} is needed",
    "contract 9",
    "exists and notExists take no value, in and notIn a list of them.",
  ),
  "segment.duration": error(
    inRule,
    "{name} is no duration of ISO 8601; send one such as P30D, of at most 100 years",
    "contract 9",
    "Years, months, weeks, days, hours, minutes and seconds in whole numbers.",
  ),
  "segment.busy": error(
    "",
    "other counts are running; try again in some seconds",
    "contract 9",
    "Answered with HTTP 503 and Retry-After.",
    "7011",
  ),
  "segment.timeout": error(
    "",
    "the count takes too long; try again later, or with fewer conditions",
    "contract 9",
    "Answered with HTTP 503 and Retry-After.",
    "7011",
  ),
} as const satisfies Record<string, Rule>;
