import { setTimeout as wait } from 'node:timers/promises';
import { PLUGIN_FILE } from '../../src/dev-kit/wordpress/install.ts';
import type { TriedPlugin } from '../../src/dev-kit/docs/tried-plugins.ts';
import type { Database } from '../concurrency/database.ts';
import { REFRESH_PATH, SECRET } from '../concurrency/front-end.ts';
import type { WebhookReceiver } from '../concurrency/webhook-receiver.ts';
import type { Plugin } from './plugins.ts';
import { countRuns, startingRuns, takeChanges } from './recorded.ts';
import type { PhpError, Site } from './site.ts';
import { planTour, readOffer, restNonce, runCron, takeTour } from './tour.ts';
import type { Visit } from './tour.ts';

const API = '/headless-deploy/v1';
const QUIET_SECONDS = 1;
const RUN_MS = 30_000;
/** One INSERT, and one more for what is written after the first. */
const MAX_STATEMENTS = 2;
const INSERT = /^INSERT INTO wp_headless_deploy_changes /;

/** A change of a post or term, which has a tag of its own. */
const OBJECT = / (post|term) (\d+)$/;

/** What the recorded changes refresh. */
interface Refresh {
	scope: string;
	tags: string[];
}

/** What a trial finds. */
export type TrialResult = Pick<
	TriedPlugin,
	| 'findings'
	| 'requests'
	| 'recordedAtFirst'
	| 'steps'
	| 'otherErrors'
	| 'statements'
>;

function without(
	some: readonly string[],
	others: readonly string[]
): string[] {
	return some.filter( ( text ) => ! others.includes( text ) );
}

/** Identifies an error by its place and its text, in which numbers differ. */
function errorKey( { file, line, message }: PhpError ): string {
	return `${ file }:${ line } ${ message.replaceAll( /\d+/g, '0' ) }`;
}

/** Runs a plugin beside Headless Deploy, from the activation of the one to the deletion of the other. */
export class Trial {
	private readonly findings: string[] = [];
	/** Errors of PHP without Headless Deploy among the callers, with the place where they happened last. */
	private readonly otherErrors = new Map< string, string >();
	private besideOurs = new Map< string, string >();
	/** Visits that the plugin answers with an error of the server. */
	private broken: string[] = [];
	private requests = 0;
	private nonce = '';
	private published = 0;
	private statements = 0;
	private recordedAtFirst = 0;
	private steps = 0;

	private readonly site: Site;
	private readonly database: Database;
	private readonly host: WebhookReceiver;
	private readonly active: readonly Plugin[];

	/** @param active The plugin that is tried, after those that it requires. */
	constructor(
		site: Site,
		database: Database,
		host: WebhookReceiver,
		active: readonly Plugin[]
	) {
		this.site = site;
		this.database = database;
		this.host = host;
		this.active = active;
	}

	async run(): Promise< TrialResult > {
		await this.connect();
		const before = await readOffer( this.site );
		await this.activateAll();
		await this.site.command( 'prepare', { plugin: this.plugin.slug } );
		const visits = await planTour( this.site, before );
		this.nonce = await restNonce( this.site );
		await this.visitAtFirst( visits );
		await this.visitAgain( visits );
		await this.takeSteps();
		await this.publishWithinBudget();
		await this.publishUntilRun();
		await this.removeOurs( visits );
		await this.removePlugin( visits );
		return {
			findings: this.findings,
			requests: this.requests,
			recordedAtFirst: this.recordedAtFirst,
			steps: this.steps,
			otherErrors: this.otherErrors.size,
			statements: this.statements,
		};
	}

	private get plugin(): Plugin {
		return this.active.at( -1 ) as Plugin;
	}

	private async rest(
		method: string,
		route: string,
		body: unknown,
		headers: Record< string, string > = {}
	): Promise< { status: number; body: string } > {
		return this.site.request( `/?rest_route=${ route }`, {
			method,
			body: JSON.stringify( body ),
			headers: {
				'content-type': 'application/json',
				'x-wp-nonce': this.nonce,
				...headers,
			},
		} );
	}

	/** Connects an environment that records every change. */
	private async connect(): Promise< void > {
		this.nonce = await restNonce( this.site );
		const host = `http://127.0.0.1:${ this.host.port }`;
		const { status, body } = await this.rest(
			'POST',
			`${ API }/settings/environments`,
			{
				label: 'Production',
				webhookUrl: this.host.webhookUrl,
				refreshUrl: host + REFRESH_PATH,
				refreshSecret: SECRET,
				automation: {
					quietPeriodSeconds: QUIET_SECONDS,
					policy: { comments: 'rebuild' },
				},
			}
		);
		if ( status !== 201 ) {
			throw new Error( `No environment: ${ status } ${ body }` );
		}
	}

	private async activateAll(): Promise< void > {
		for ( const { file, slug } of this.active ) {
			const error = await this.site.command< string >( 'activate', {
				plugin: file,
			} );
			if ( error ) {
				this.findings.push( `${ slug } is not activated: ${ error }` );
			}
		}
	}

	/** Lets the plugin create its tables, pages and options. */
	private async visitAtFirst( visits: readonly Visit[] ): Promise< void > {
		await takeTour( this.site, visits );
		await runCron( this.site );
		this.recordedAtFirst = ( await takeChanges( this.database ) ).length;
		this.readErrors( 'first visits' );
		await this.database.query( 'DELETE FROM wp_headless_deploy_runs' );
		this.host.reset();
	}

	private async visitAgain( visits: readonly Visit[] ): Promise< void > {
		this.broken = await takeTour( this.site, visits );
		await runCron( this.site );
		const changes = await takeChanges( this.database );
		const runs = await countRuns( this.database );
		for ( const { lane, text } of changes ) {
			this.findings.push(
				`A visit or cron recorded: ${ text } (${ lane })`
			);
		}
		if ( runs > 0 ) {
			this.findings.push( `Visits and cron started ${ runs } runs.` );
		}
		this.besideOurs = this.errorsOf( 'visits' );
	}

	/** Saves in all general ways, and in those of the plugin. */
	private async takeSteps(): Promise< void > {
		const { slug } = this.plugin;
		const names = await this.site.command< string[] >( 'steps', {
			plugin: slug,
		} );
		for ( const name of names ) {
			try {
				const expected = await this.site.command< string[] >( 'step', {
					plugin: slug,
					name,
				} );
				await this.compareTags( name, expected );
				this.compare( name, expected, await this.takeStarting() );
				this.steps++;
			} catch ( error ) {
				this.findings.push( `To ${ name }: ${ String( error ) }` );
				await takeChanges( this.database );
			}
			this.readErrors( name );
		}
	}

	private async takeStarting(): Promise< string[] > {
		return startingRuns( await takeChanges( this.database ) );
	}

	private compare(
		name: string,
		expected: readonly string[],
		recorded: readonly string[]
	): void {
		const missing = without( expected, recorded );
		const others = without( recorded, expected );
		if ( missing.length > 0 ) {
			this.findings.push(
				`To ${ name }: not recorded: ${ missing.join( ', ' ) }`
			);
		}
		if ( others.length > 0 ) {
			this.findings.push(
				`To ${ name }: also recorded: ${ others.join( ', ' ) }`
			);
		}
	}

	/** Expects that the refresh renews the posts and terms that changed. */
	private async compareTags(
		name: string,
		expected: readonly string[]
	): Promise< void > {
		const objects = expected.flatMap(
			( text ) => OBJECT.exec( text )?.slice( 1 ).join( '-' ) ?? []
		);
		if ( objects.length === 0 ) {
			return;
		}
		const { scope, tags } = await this.site.command< Refresh >( 'tags' );
		const missing = without( objects, tags );
		if ( scope !== 'all' && missing.length > 0 ) {
			this.findings.push(
				`To ${ name }: the refresh has no tag ${ missing.join( ', ' ) }`
			);
		}
	}

	private async publish(): Promise< number > {
		const { status, body } = await this.rest(
			'POST',
			'/wp/v2/posts',
			{ title: `Post ${ ++this.published }`, status: 'publish' },
			{ 'x-count-statements': '1' }
		);
		const start = body.indexOf( '{' );
		if ( status !== 201 ) {
			this.findings.push(
				`A publish is answered ${ status }: ${ body.slice( start, start + 300 ) }`
			);
			return 0;
		}
		return ( JSON.parse( body.slice( start ) ) as { id: number } ).id;
	}

	private async publishWithinBudget(): Promise< void > {
		await this.publish();
		this.readErrors( 'the first publish' );
		await takeChanges( this.database );
		const id = await this.publish();
		const statements = this.readErrors( 'a publish' );
		this.statements = statements.length;
		const others = statements.filter( ( sql ) => ! INSERT.test( sql ) );
		if (
			others.length > 0 ||
			statements.length === 0 ||
			statements.length > MAX_STATEMENTS
		) {
			this.findings.push(
				`A publish costs ${ statements.length } statements: ${ statements.join( '; ' ).slice( 0, 1000 ) }`
			);
		}
		await this.compareTags( 'publish over REST', [
			`published post ${ id }`,
		] );
		this.compare(
			'publish over REST',
			[ `published post ${ id }` ],
			await this.takeStarting()
		);
	}

	/** Publishes, and waits until the host is called. */
	private async publishUntilRun(): Promise< void > {
		this.host.reset();
		await this.publish();
		const deadline = Date.now() + RUN_MS;
		while (
			! this.host.calls.some( ( { action } ) => action === 'rebuild' )
		) {
			if ( Date.now() > deadline ) {
				this.findings.push( 'A publish started no run.' );
				return;
			}
			await this.rest( 'POST', `${ API }/dispatch`, {} );
			await wait( 100 );
		}
		this.readErrors( 'the run' );
	}

	/** Deletes Headless Deploy, visits again, and installs it again. */
	private async removeOurs( visits: readonly Visit[] ): Promise< void > {
		await this.site.command( 'deactivate', { plugin: PLUGIN_FILE } );
		const error = await this.site.command< string >( 'delete', {
			plugin: PLUGIN_FILE,
		} );
		if ( error ) {
			this.findings.push( `Headless Deploy is not deleted: ${ error }` );
		}
		const tables = await this.database.query(
			"SHOW TABLES LIKE '%headless_deploy%'"
		);
		if ( tables.length > 0 ) {
			this.findings.push( 'Tables are left after the deletion.' );
		}
		const others = visits.filter(
			( { target } ) => ! target.includes( 'headless-deploy' )
		);
		const broken = await takeTour( this.site, others );
		this.addBroken( without( this.broken, broken ), 'beside ours' );
		this.addBroken(
			without( broken, this.broken ),
			'after the deletion of ours'
		);
		await runCron( this.site );
		const alone = this.errorsOf( 'visits without ours' );
		for ( const [ key, text ] of this.besideOurs ) {
			if ( ! alone.has( key ) ) {
				this.findings.push( `PHP, only beside ours: ${ text }` );
			}
		}
		this.site.reinstall();
		await this.site.command( 'activate', { plugin: PLUGIN_FILE } );
		await this.connect();
		await takeChanges( this.database );
	}

	/** Deactivates and deletes the plugin. */
	private async removePlugin( visits: readonly Visit[] ): Promise< void > {
		const { file } = this.plugin;
		for ( const command of [ 'deactivate', 'delete' ] ) {
			await this.site.command( command, { plugin: file } );
			await this.site.request( '/wp-admin/index.php' );
			await takeChanges( this.database );
			this.nonce = await restNonce( this.site );
			const id = await this.publish();
			this.compare(
				`publish after ${ command }`,
				[ `published post ${ id }` ],
				await this.takeStarting()
			);
			this.readErrors( `after ${ command }` );
		}
		const ours = visits.filter( ( { target } ) =>
			target.includes( 'headless-deploy' )
		);
		this.addBroken(
			await takeTour( this.site, ours ),
			'without the other plugin'
		);
	}

	private addBroken( broken: readonly string[], when: string ): void {
		this.findings.push(
			...broken.map( ( text ) => `Broken ${ when }: ${ text }` )
		);
	}

	/**
	 * Reads the errors of the requests since the last call.
	 *
	 * @return The counted SQL statements.
	 */
	private readErrors( when: string ): string[] {
		const requests = this.site.takeRequests();
		this.requests += requests.length;
		for ( const { url, errors } of requests ) {
			for ( const error of errors ) {
				this.addError( error, `${ when }: ${ url }` );
			}
		}
		return requests.flatMap( ( { statements } ) => statements );
	}

	/** Reads the errors of the requests since the last call that have no caller of Headless Deploy. */
	private errorsOf( when: string ): Map< string, string > {
		this.otherErrors.clear();
		this.readErrors( when );
		return new Map( this.otherErrors );
	}

	private addError( error: PhpError, where: string ): void {
		const place = `${ error.file }:${ error.line }`;
		const text = `${ error.message } in ${ place } (${ where })`;
		if (
			error.isOurs &&
			! this.findings.some( ( other ) => other.includes( place ) )
		) {
			this.findings.push( `PHP: ${ text }` );
		} else if ( ! error.isOurs ) {
			this.otherErrors.set( errorKey( error ), text );
		}
	}
}
