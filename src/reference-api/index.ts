/** What the published package exports: the platform, for programs that start it themselves. */
export { StartError } from './lib/errors.ts';
export { HostingError } from './model/hosting.ts';
export { startPlatform } from './server.ts';
export type { Platform, PlatformOptions } from './server.ts';
export type { PublicServices } from './services/services.ts';
