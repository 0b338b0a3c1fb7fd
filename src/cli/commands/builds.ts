import { NO_BUILD } from '../../shared/build-states.ts';
import { InvalidArgumentError } from 'commander';
import {
	BUILD,
	BUILDS_PATH,
	buildFailure,
	followBuild,
	makeBuildLogPrinter,
	readBuild,
} from '../build-tracking.ts';
import { onHost, table } from '../command.ts';
import type { Definition, JsonOption } from '../command.ts';
import { ENVIRONMENTS_PATH, PAGE_SIZE, idOf } from '../place.ts';
import { read } from '../response.ts';

interface LogOptions extends JsonOption {
	follow?: boolean;
}

interface RedeployOptions extends JsonOption {
	wait: boolean;
}

function parseNumber( text: string ): string {
	if ( ! /^\d+$/.test( text ) ) {
		throw new InvalidArgumentError( 'Use the number of a build.' );
	}
	return text;
}

const DEFAULT_LIMIT = 20;

function parseLimit( text: string ): number {
	const limit = Number( text );
	if ( ! /^\d+$/.test( text ) || limit < 1 || limit > PAGE_SIZE ) {
		throw new InvalidArgumentError(
			`Use a number from 1 to ${ PAGE_SIZE }.`
		);
	}
	return limit;
}

const NUMBER = { about: 'number of the build', parse: parseNumber };

const list = onHost( 'environment', {
	about: 'list the builds, newest first',
	options: {
		'--limit <number>': {
			about: `number of builds, ${ PAGE_SIZE } at most`,
			parse: parseLimit,
			default: DEFAULT_LIMIT,
		},
	},
	run: async ( { client, path }, { limit }: { limit: number } ) => {
		const query = { pageSize: limit };
		const { builds } = await read(
			client.GET( BUILDS_PATH, { params: { path, query } } ),
			{ builds: [ BUILD ] }
		);
		return table( builds, ( build ) => [
			...[ build.number, build.state, build.createTime ],
			...[ build.startedBy, build.commitMessage ?? '', build.error ],
		] );
	},
} );

const log = onHost( 'environment', {
	about: 'print the log of a build',
	arguments: {
		'[number]': {
			about: 'number of the build; the newest by default',
			parse: parseNumber,
			default: NO_BUILD,
		},
	},
	options: { '-f, --follow': 'wait until the build has ended' },
	run: async ( host, options: LogOptions, number: string ) => {
		const { follow, json } = options;
		const lines: string[] = [];
		let build = await readBuild( host, number );
		const id = idOf( build.name );
		const printNew = makeBuildLogPrinter( host, id, ( line ) =>
			json ? lines.push( line ) : host.context.print( line )
		);
		if ( follow ) {
			build = await followBuild( host, id, printNew );
		} else {
			await printNew( true );
		}
		return {
			json: { ...build, lines },
			lines: [],
			failure: follow ? buildFailure( build ) : null,
		};
	},
} );

const cancel = onHost( 'environment', {
	about: 'cancel a build that is not live yet',
	arguments: { '<number>': NUMBER },
	run: async ( host, _options, number: string ) => {
		const { client, path } = host;
		const params = { path: { ...path, build: number } };
		const { name, operation } = await read(
			client.GET( `${ BUILDS_PATH }/{build}`, { params } ),
			{ name: '', operation: '' }
		);
		await client.POST(
			`${ ENVIRONMENTS_PATH }/{environment}/operations/{operation}:cancel`,
			{ params: { path: { ...path, operation: idOf( operation ) } } }
		);
		return {
			json: await readBuild( host, idOf( name ) ),
			lines: [ `Build ${ number } is being canceled.` ],
		};
	},
} );

const redeploy = onHost( 'environment', {
	about: 'deploy the code of an earlier build again, and wait until it is live',
	arguments: { '<number>': NUMBER },
	options: { '--no-wait': 'exit when the build is queued' },
	run: async ( host, { wait, json }: RedeployOptions, number: string ) => {
		const params = { path: { ...host.path, build: number } };
		const { metadata } = await read(
			host.client.POST( `${ BUILDS_PATH }/{build}:redeploy`, {
				params,
				body: {},
			} ),
			{ metadata: { build: '' } }
		);
		const id = idOf( metadata.build );
		const started = await readBuild( host, id );
		if ( ! json ) {
			host.context.print(
				`Build ${ started.number } deploys the code of build ${ number }.`
			);
		}
		if ( ! wait ) {
			return { json: started, lines: [] };
		}
		const build = await followBuild( host, id );
		const failure = buildFailure( build );
		return {
			json: build,
			lines: failure ? [] : [ `Build ${ build.number } is live.` ],
			failure,
		};
	},
} );

export const definition: Definition = {
	about: 'manage the builds of an environment',
	commands: { list, log, cancel, redeploy },
};
