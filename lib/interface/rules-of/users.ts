import { error, type Rule } from "./rule";

/** Rules on users and their attributes (contract 9). */
export const rulesOfUsers = {
  "user.unknown": error(
    "",
    "This service has no such user",
    "contract 9",
    "Answered with HTTP 404. The user has no attributes and no device.",
  ),
  "user.userid": error(
    "/users/*/userid",
    "invalid user id: it {reason}",
    "contract 9",
    "At most 200 characters, in the form that devices register it with.",
  ),
  "user.repeated": error(
    "/users/*/userid",
    "this user is in the call already, at index {first}",
    "contract 9",
    "A batch names each user once.",
  ),
  "users.count": error(
    "/users",
    "a call takes 1 to {most} users",
    "contract 9",
    "Split the batch.",
  ),
  "user.attribute.name": error(
    "/attributes/*",
    "invalid name of an attribute: letters, digits and _ are allowed, at most 40 characters",
    "contract 9",
    "Names are case-sensitive.",
  ),
  "user.attribute.value": error(
    "/attributes/*",
    "the value of attribute {name} is {kind}; a text, a number, true, false or null is needed",
    "contract 9",
    "A date is a text, such as 1990-05-01. null removes the attribute from the user.",
  ),
  "user.attribute.bytes": error(
    "/attributes/*",
    "the value of attribute {name} takes {bytes} bytes, at most 256 are allowed",
    "contract 9",
    "UTF-8 bytes.",
  ),
  "user.attribute.type": error(
    "/attributes/*",
    "attribute {name} is of type {type}, the value is of type {other}",
    "contract 9",
    "The first value of an attribute decides its type, or Settings › Attributes.",
  ),
  "user.attribute.count": error(
    "/attributes/*",
    "attribute {name} is new, and the service has {most} attributes, which is the limit",
    "contract 9",
    "Remove attributes under Settings › Attributes.",
  ),
  "user.attributes.unsigned": error(
    "/attributes",
    "attributes need the proof of who the user is: a signed registration or a service key with the scope users",
    "contract 9",
    "Registering a device: with the client key alone, attributes are accepted only where the app requires signed registration.",
  ),
  "user.attributes.nobody": error(
    "/attributes",
    "attributes need a userid",
    "contract 9",
    "Registering a device: attributes belong to its user.",
  ),
  "user.language": error(
    "/language",
    "the language cannot be read; send a BCP 47 tag, such as pt-BR",
    "contract 9",
    "Spellings of Java and POSIX are read too. null removes it.",
  ),
  "user.timezone": error(
    "/timezone",
    "the time zone is unknown; send an IANA name, such as Europe/Berlin",
    "contract 9",
    "null removes it.",
  ),
} as const satisfies Record<string, Rule>;
