/**
 * What the published package exports: the platform, for programs that start it themselves.
 */
export { StartError } from './errors.ts';
export { HostingError } from './model.ts';
export type { Hosting } from './model.ts';
export { startPlatform } from './server.ts';
export type { Platform, PlatformOptions } from './server.ts';
