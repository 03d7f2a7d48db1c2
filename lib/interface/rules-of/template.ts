import { error, type Rule } from "./rule";

/** Rules on the template that a request names, and on the parameters that it fills in. */
export const rulesOfTemplate = {
  "message.template.required": error(
    "/message/template",
    "param 'template' missing for message",
    "interface 2.3",
    "Names a template of the service, `name` or `name@version`.",
    "7003",
  ),
  "message.parameter.name": error(
    "/message/parameters/*",
    "param '{name}' is not a usable parameter name",
    "contract 4, 6",
    "Names of parameters are letters, digits and `_`; `__proto__` is reserved.",
  ),
  "template.unknown": error(
    "/message/template",
    "Invalid template ID",
    "contract 2, 6",
    "The service has no published template, or no such version of it, by this name.",
    "7108",
  ),
  "template.parameter.required": error(
    "/message/parameters/*",
    "Replaceable params could not be fetched.",
    "contract 2, 6",
    "A parameter that the template requires is not given.",
    "7121",
  ),
  "template.parameter.unknown": error(
    "/message/parameters/*",
    "Replaceable params could not be fetched.",
    "interface 2.3, contract 2",
    "The template declares no parameter of this name.",
    "7121",
  ),
  "template.parameter.length": error(
    "/message/parameters/*",
    "parameter '{name}' takes at most {limit} bytes, but has {found}",
    "contract 6",
    "The maximum length is declared on the template, in bytes of UTF-8.",
  ),
  "template.parameter.type": error(
    "/message/parameters/*",
    "parameter '{name}' must be {expected}",
    "contract 6",
    "The type is declared on the template: number, URL, date or choice. An empty value is a text only.",
  ),
  "template.placeholder.unknown": error(
    "/message/template",
    "Replaceable params could not be fetched.",
    "contract 6",
    "The effective message holds a placeholder that the template does not declare; a literal `${` is written `$${`.",
    "7121",
  ),

  "template.payload.size": error(
    "/message/template",
    "request JSON parameter size exceeded 4 KB: {where}",
    "contract 3, 6",
    "What a provider would be sent of the template, filled in, is larger than it takes. Every language of the template is judged; the message names those.",
    "7026",
  ),
} as const satisfies Record<string, Rule>;
