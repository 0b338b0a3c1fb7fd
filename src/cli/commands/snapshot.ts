import path from 'node:path';
import { loadSnapshot, saveSnapshot } from '../../reference-api/snapshot.ts';
import { onThisMachine } from '../command.ts';
import type { Definition, Result } from '../command.ts';
import { DEFAULT_FOLDER, withStartErrors } from './serve-options.ts';

interface Options {
	data: string;
	force?: boolean;
}

const SNAPSHOT = { '<snapshot>': 'folder of the snapshot' };
const DATA = {
	'--data <folder>': { about: 'data folder', default: DEFAULT_FOLDER },
};

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
	run: ( { folder }, { data }: Options, snapshot: string ) => {
		const target = path.resolve( folder, snapshot );
		return report(
			'saved',
			saveSnapshot( path.resolve( folder, data ), target )
		);
	},
} );

const load = onThisMachine( {
	about: 'create a data folder from a snapshot',
	arguments: SNAPSHOT,
	options: { ...DATA, '--force': 'replace the data of the data folder' },
	run: ( { folder }, { data, force = false }: Options, snapshot: string ) => {
		const source = path.resolve( folder, snapshot );
		return report(
			'loaded',
			loadSnapshot( source, path.resolve( folder, data ), force )
		);
	},
} );

export const definition: Definition = {
	about: 'save and load the data of a platform',
	commands: { save, load },
};
