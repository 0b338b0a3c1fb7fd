import fs from 'node:fs';
import { findProgram } from '../commands.ts';
import { KitError } from '../kit-error.ts';
import type { Progress } from '../progress.ts';
import { findOrInstall, isDebian } from './debian.ts';

/** It draws no window, so the browser tests need half the processor time. */
const SHELL = 'chromium-headless-shell';
const FULL_NAMES = [
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function findInstalled( names: string[] ): string | null {
	return findProgram( names ) ?? ( fs.existsSync( MAC ) ? MAC : null );
}

/** The browser that the tests use unless HEADLESS_DEPLOY_CHROMIUM names another one; null if there is none. */
export function installedChromium(): string | null {
	return findInstalled( [ SHELL, ...FULL_NAMES ] );
}

/**
 * Finds a full browser for the test of what only such a browser requests, for example icons.
 *
 * @param chromium The browser of the other tests.
 * @return Empty when there is none, or the other tests use it.
 */
export function fullChromium( chromium: string ): string {
	const found = findInstalled( FULL_NAMES );
	return found === null || found === chromium ? '' : found;
}

export async function findChromium( progress: Progress ): Promise< string > {
	const named = process.env.HEADLESS_DEPLOY_CHROMIUM;
	if ( named ) {
		if ( ! fs.existsSync( named ) ) {
			throw new KitError(
				`HEADLESS_DEPLOY_CHROMIUM is ${ named }, which does not exist.`,
				'set it to the file of Chromium or Chrome'
			);
		}
		return named;
	}
	const chromium = await findOrInstall(
		installedChromium,
		[ SHELL ],
		progress
	);
	if ( ! chromium ) {
		throw new KitError(
			'The browser tests need Chromium, which is not installed.',
			isDebian()
				? `sudo apt-get install ${ SHELL }`
				: 'install Chromium or Chrome, or set HEADLESS_DEPLOY_CHROMIUM to its file'
		);
	}
	return chromium;
}
