import path from 'node:path';
import type { Command } from 'commander';
import { StartError } from '../../reference-api/lib/errors.ts';
import { loadSnapshot, saveSnapshot } from '../../reference-api/snapshot.ts';
import type { SnapshotDescription } from '../../reference-api/snapshot.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT } from '../exit-codes.ts';
import { printResult } from '../output.ts';
import { DEFAULT_FOLDER } from './serve-options.ts';

interface Options {
	data: string;
	force?: boolean;
	json?: boolean;
}

async function run(
	context: Context,
	options: Options,
	verb: string,
	work: () => Promise< SnapshotDescription >
): Promise< void > {
	try {
		const { createTime, environments } = await work();
		printResult( context, options, { createTime, environments }, [
			`Snapshot ${ verb }: ${ environments } environments, ${ createTime }.`,
		] );
	} catch ( error ) {
		throw error instanceof StartError
			? new CliError( EXIT.cannotStart, error.message )
			: error;
	}
}

function addDataOptions( command: Command ): Command {
	return command
		.argument( '<snapshot>', 'folder of the snapshot' )
		.option( '--data <folder>', 'data folder', DEFAULT_FOLDER )
		.option( '--json', 'print JSON' );
}

export function define( group: Command, context: Context ): void {
	const resolve = ( name: string ) => path.resolve( context.folder, name );
	addDataOptions( group.command( 'save' ) )
		.description(
			'copy a data folder into a new folder; the platform can run'
		)
		.action( ( snapshot: string, options: Options ) =>
			run( context, options, 'saved', () =>
				saveSnapshot( resolve( options.data ), resolve( snapshot ) )
			)
		);
	addDataOptions( group.command( 'load' ) )
		.description( 'create a data folder from a snapshot' )
		.option( '--force', 'replace the data of the data folder' )
		.action( ( snapshot: string, options: Options ) =>
			run( context, options, 'loaded', () =>
				loadSnapshot(
					resolve( snapshot ),
					resolve( options.data ),
					options.force ?? false
				)
			)
		);
}
