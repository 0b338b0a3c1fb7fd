import fs from 'node:fs';
import path from 'node:path';
import { LOCAL } from '../paths.ts';

/** Returns the folder with the plugins of other authors, one folder for each. */
export function pluginsFolder(): string {
	return (
		process.env.HEADLESS_DEPLOY_NEIGHBOURS ||
		path.join( LOCAL, 'neighbours' )
	);
}

/** Returns why the check of these plugins is skipped. */
export function reasonWithoutPlugins(): string | undefined {
	const folder = pluginsFolder();
	const hasPlugins =
		fs.existsSync( folder ) &&
		fs
			.readdirSync( folder, { withFileTypes: true } )
			.some( ( entry ) => entry.isDirectory() );
	return hasPlugins
		? undefined
		: `there are no plugins in ${ folder } (docs/compatibility.md)`;
}
