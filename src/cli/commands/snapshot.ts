import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadSnapshot, saveSnapshot } from '../../reference-api/snapshot.ts';
import { onThisMachine } from '../command.ts';
import type { Definition, Result } from '../command.ts';
import type { Context } from '../context.ts';
import { MARKER_FILE } from '../../reference-api/store/data-folder.ts';
import { OLD_FOLDER, withStartErrors } from './serve-options.ts';

interface Options {
	data?: string;
	force?: boolean;
}

const SNAPSHOT = { '<snapshot>': 'folder of the snapshot' };
const DATA = {
	'--data <folder>':
		'data folder (default: that of "serve" in the current folder)',
};

/** Returns the data folder; that of an earlier version if it was not moved yet. */
function findData(
	{ folder, dataFolder }: Context,
	{ data }: Options
): string {
	const old = path.join( folder, OLD_FOLDER );
	const isOld =
		! existsSync( dataFolder ) &&
		existsSync( path.join( old, MARKER_FILE ) );
	return path.resolve( folder, data ?? ( isOld ? old : dataFolder ) );
}

async function report(
	verb: string,
	work: ReturnType< typeof saveSnapshot >
): Promise< Result > {
	const { createTime, environments } = await withStartErrors( () => work );
	const unit = environments === 1 ? 'environment' : 'environments';
	return {
		json: { createTime, environments },
		lines: [
			`Snapshot ${ verb }: ${ environments } ${ unit }, ${ createTime }.`,
		],
	};
}

const save = onThisMachine( {
	about: 'copy a data folder into a new folder; the platform can run',
	arguments: SNAPSHOT,
	options: DATA,
	run: ( context, options: Options, snapshot: string ) => {
		const target = path.resolve( context.folder, snapshot );
		return report(
			'saved',
			saveSnapshot( findData( context, options ), target )
		);
	},
} );

const load = onThisMachine( {
	about: 'create a data folder from a snapshot',
	arguments: SNAPSHOT,
	options: { ...DATA, '--force': 'replace the data of the data folder' },
	run: ( context, options: Options, snapshot: string ) => {
		const source = path.resolve( context.folder, snapshot );
		// Not the folder of an earlier version, which is inside of a project.
		const target = path.resolve(
			context.folder,
			options.data ?? context.dataFolder
		);
		return report(
			'loaded',
			loadSnapshot( source, target, options.force ?? false )
		);
	},
} );

export const definition: Definition = {
	about: 'save and load the data of a platform',
	commands: { save, load },
};
