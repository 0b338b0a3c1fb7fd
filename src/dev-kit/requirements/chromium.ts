/** Finds a Chromium for the browser tests. */
import fs from 'node:fs';
import { KitError } from '../kit-error.ts';
import type { Progress } from '../progress.ts';
import { aptInstall, isDebian, mayInstall } from './debian.ts';
import { findProgram } from './programs.ts';

const NAMES = [
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * Finds Chromium, installing it where that is possible.
 *
 * @param progress Where to say so.
 */
export async function findChromium( progress: Progress ): Promise< string > {
	const named = process.env.HEADLESS_DEPLOY_CHROMIUM;
	if ( named ) {
		if ( ! fs.existsSync( named ) ) {
			throw new KitError(
				`HEADLESS_DEPLOY_CHROMIUM is ${ named }, and there is nothing.`,
				'name the file of a Chromium or Chrome'
			);
		}
		return named;
	}
	const find = (): string | null =>
		findProgram( NAMES ) ?? ( fs.existsSync( MAC ) ? MAC : null );
	if ( ! find() && mayInstall() ) {
		await aptInstall( [ 'chromium' ], progress );
	}
	const chromium = find();
	if ( ! chromium ) {
		throw new KitError(
			'There is no Chromium for the browser tests.',
			isDebian()
				? 'sudo apt-get install chromium'
				: 'install Chromium or Chrome, or name its file in HEADLESS_DEPLOY_CHROMIUM'
		);
	}
	return chromium;
}
