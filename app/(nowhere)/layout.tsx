// The console's frame without what it shows while a page loads: an answer that has begun can say
// 404 no longer.
export { default } from "../(console)/layout";
