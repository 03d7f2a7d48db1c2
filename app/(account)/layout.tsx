// One's own account is there for who is in no service, too.
export { Frame as default } from "../(console)/frame";
