import path from 'node:path';
import { loadSnapshot, saveSnapshot } from '../../reference-api/snapshot.ts';
import { onThisMachine } from '../command.ts';
import type { Definition, Result } from '../command.ts';
import type { Context } from '../context.ts';
import { withStartErrors } from './serve-options.ts';

interface Options {
	data?: string;
	force?: boolean;
}

const SNAPSHOT = { '<snapshot>': 'folder of the snapshot' };
const DATA = {
	'--data <folder>':
		'data folder (default: that of "serve" in the current folder)',
};

function findData(
	{ folder, dataFolder }: Context,
	{ data = dataFolder }: Options
): string {
	return path.resolve( folder, data );
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
		const target = findData( context, options );
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
