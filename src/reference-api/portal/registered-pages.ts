/** The pages of the portal, family by family. */
import type { FastifyInstance } from 'fastify';
import { registerAccountPages } from './account-pages.ts';
import { registerApiPage } from './api-page.ts';
import { registerCachePages } from './cache-pages.ts';
import { registerFaultPages } from './fault-pages.ts';
import { registerInstallPages } from './install-pages.ts';
import type { Portal } from './portal.ts';
import { registerSettingPages } from './setting-pages.ts';
import { registerUsagePages } from './usage-pages.ts';
import { registerUserPages } from './user-pages.ts';
import { registerVariablePages } from './variable-pages.ts';

/** Registers the pages of a family, and their forms. */
type RegisterPages = ( scope: FastifyInstance, portal: Portal ) => void;

/** All groups of pages. */
export const PAGES: readonly RegisterPages[] = [
	registerSettingPages,
	registerVariablePages,
	registerCachePages,
	registerUsagePages,
	registerAccountPages,
	registerUserPages,
	registerInstallPages,
	registerApiPage,
	registerFaultPages,
];
