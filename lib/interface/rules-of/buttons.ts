import { error, warning, type Rule } from "./rule";

const buttons = "/channels/push/interactive";

/** Rules on actions, of a tap and of a button, and on `interactive`. */
export const rulesOfButtons = {
  "action.value.required": error(
    "/**/value",
    "mandatory param value missing for action {action}",
    "interface 2.9, 2.10",
    "Needed by every action but OPEN_APP and DISMISS.",
    "7003",
  ),
  "action.value.scheme": error(
    "/**/value",
    "param 'value' must not run script or carry data: {scheme} is refused for action {action}",
    "contract 4",
    "`javascript:`, `data:` and `vbscript:` are refused.",
  ),
  "action.value.url": error(
    "/**/value",
    "param 'value' is not a URL that action {action} can open",
    "interface 2.9",
    "An absolute URL, such as https://www.example.com. Only its scheme may be left out.",
  ),
  "action.value.ignored": warning(
    "/**/value",
    "param 'value' is ignored without an action",
    "interface 2.9",
    "Name the action that the value completes.",
  ),
  "action.value": error(
    "/**/action",
    "invalid value of param action or action is invalid for this channel",
    "interface 2.9, 2.10",
    "One of the table's values, in capitals.",
  ),
  "action.alias": warning(
    "/**/action",
    "action {value} is read as {suggestion}; write that",
    "contract 4",
    "`OPENURL` and `OPENAPP` occur in published samples.",
  ),

  "interactive.mobile": error(
    buttons,
    "param 'interactive' needs an android or ios block; buttons are shown on mobile only",
    "interface 1, contract 5",
    "Web push has no buttons.",
  ),
  "interactive.category.required": error(
    `${buttons}/category`,
    "mandatory param category missing",
    "interface 4 rule 4",
    "One of the 17 categories.",
    "7003",
  ),
  "interactive.device_types.required": error(
    `${buttons}/device_types`,
    "mandatory param device_types missing",
    "interface 4 rule 4",
    "At least one of android, ios.",
    "7003",
  ),
  "interactive.actions.required": error(
    `${buttons}/actions`,
    "mandatory param actions missing",
    "interface 4 rule 4",
    "One action for each button of the category.",
    "7003",
  ),
  "interactive.category.value": error(
    `${buttons}/category`,
    "Invalid value of param category or no identifiers mapped to this category",
    "interface 2.10",
    "One of the 17 categories, in capitals.",
  ),
  "interactive.device_types.value": error(
    `${buttons}/device_types/*`,
    "invalid device type {value}, only ios or android is allowed",
    "interface 2.10",
    "In any case.",
  ),
  "interactive.device_types.twice": error(
    `${buttons}/device_types/*`,
    "duplicate device type {value}",
    "contract 2",
    "Each device type is named once.",
  ),
  "interactive.device_types.block": warning(
    `${buttons}/device_types/*`,
    "device type {value} has no block of its own in push; no buttons are shown there",
    "contract 5",
    "Add the block or leave the device type out.",
  ),
  "interactive.actions.count": error(
    `${buttons}/actions`,
    "Invalid number of actions, expected actions size {expected}, but found {found}",
    "contract 5",
    "SINGLE_* has one action, DOUBLE_* has two.",
  ),
  "interactive.pos.required": error(
    `${buttons}/actions/*/pos`,
    "mandatory param pos missing",
    "interface 2.10",
    "1 or 2.",
    "7003",
  ),
  "interactive.pos.value": error(
    `${buttons}/actions/*/pos`,
    "Invalid value of param pos, only positions [{positions}] are allowed for this category",
    "interface 2.10, contract 5",
    "An integer or its decimal string.",
  ),
  "interactive.pos.twice": error(
    `${buttons}/actions/*/pos`,
    "invalid value of param pos, duplicate values for pos are not allowed",
    "contract 2",
    "Each position is taken once.",
  ),
  "interactive.identifier.value": error(
    `${buttons}/actions/*/identifier`,
    "no identifier found for this category and at this position",
    "interface 2.10, contract 5",
    "The words of the category; leave it out and it is derived.",
  ),
  "interactive.identifier.other": warning(
    `${buttons}/actions/*/identifier`,
    "identifier {value} is not the customary {expected} of this category",
    "contract 5",
    "Accepted on a single button.",
  ),
  "interactive.second.dismiss": warning(
    `${buttons}/actions/*/action`,
    "the second button of this category is by custom DISMISS",
    "contract 5",
    "Lint only, never refused.",
  ),
} as const satisfies Record<string, Rule>;
