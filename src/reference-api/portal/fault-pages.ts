/** The pages of faults and requests, and their forms. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultKind, JournalEntry, JournalQuery } from '../model/faults.ts';
import { findEntry } from '../http/routes/faults.ts';
import { matchOf, readFaultForm } from './fault-form.ts';
import type { FaultProblems, FaultValues } from './fault-form.ts';
import { CUSTOM, findStarter } from './fault-presets.ts';
import type { Starter } from './fault-presets.ts';
import { answerForm, formValues, noticeOf } from './forms.ts';
import type { Notice } from './layout.ts';
import type { FaultFormState } from './pages/fault-form.ts';
import { FAULTS_HREF, faultsPage } from './pages/faults.ts';
import { requestPage } from './pages/request.ts';
import { REQUESTS_HREF, requestsHref, requestsPage } from './pages/requests.ts';
import type { RequestsView } from './pages/requests.ts';
import type { Portal } from './portal.ts';
import { frameOf, sendPage, wantsJson } from './portal.ts';

const PAGE_SIZE = 50;
/** Beyond this, "new" is no longer counted. */
const MAX_FRESH = 1000;

const RESULTS = {
	added: () => 'Rule added. It is on.',
	on: () => 'Rule turned on. It begins anew.',
	off: () => 'Rule turned off.',
	allOff: () => 'All rules are off. Every answer is the real one.',
	deleted: () => 'Rule deleted.',
	cleared: () => 'Cleared.',
	paused: () => 'Paused. Calls are answered, but not written down.',
	resumed: () => 'Calls are written down again.',
};

function formState(
	{ faults }: Portal,
	starter: Starter,
	values: FaultValues,
	problems: FaultProblems
): FaultFormState {
	const { counts } = faults.journal.page( {
		only: 'all',
		search: '',
		before: null,
		limit: 1,
	} );
	const matching = faults.journal.matches( matchOf( values ) );
	return { starter, values, problems, matching, known: counts.all };
}

async function sendFaults(
	portal: Portal,
	request: FastifyRequest,
	reply: FastifyReply,
	form: FaultFormState | null,
	notice: Notice | null
): Promise< FastifyReply > {
	const frame = await frameOf( portal, request, '', notice );
	return sendPage(
		reply,
		frame,
		faultsPage( frame, portal.faults.rules.all(), form )
	);
}

function registerFaultForm( scope: FastifyInstance, portal: Portal ): void {
	scope.get( '/faults', async ( request, reply ) => {
		const query = request.query as Record< string, unknown >;
		const starter = findStarter( query.new );
		const form =
			starter && formState( portal, starter, starter.values, {} );
		const notice = noticeOf( request, RESULTS );
		return sendFaults( portal, request, reply, form, notice );
	} );
	scope.post( '/faults', async ( request, reply ) => {
		const values = formValues( request );
		const starter = findStarter( values.new ) ?? CUSTOM;
		const { rule, problems } = readFaultForm( values, starter );
		const [ problem ] = Object.values( problems );
		const again = ( message: string | null ) =>
			sendFaults(
				portal,
				request,
				reply,
				formState( portal, starter, values, problems ),
				message === null ? null : { tone: 'bad', text: message }
			);
		if ( problem !== undefined ) {
			reply.status( 400 );
			return wantsJson( request )
				? reply.send( { message: problem } )
				: again( null );
		}
		const act = async () => {
			await portal.faults.rules.add( rule );
			return `${ FAULTS_HREF }?done=added`;
		};
		return answerForm( request, reply, act, again );
	} );
}

type RuleRequest = FastifyRequest< { Params: { id: string } } >;

function registerFaultActs( scope: FastifyInstance, portal: Portal ): void {
	const { faults } = portal;
	const acts: Record<
		string,
		( id: string ) => Promise< keyof typeof RESULTS >
	> = {
		'/faults/:id/turn-on': async ( id ) => {
			await faults.rules.setOn( id, true );
			return 'on';
		},
		'/faults/:id/turn-off': async ( id ) => {
			await faults.rules.setOn( id, false );
			return 'off';
		},
		'/faults/:id/delete': async ( id ) => {
			await faults.rules.remove( id );
			return 'deleted';
		},
		'/faults/turn-all-off': async () => {
			await faults.rules.turnAllOff();
			return 'allOff';
		},
	};
	for ( const [ address, act ] of Object.entries( acts ) ) {
		scope.post( address, ( request: RuleRequest, reply ) =>
			answerForm(
				request,
				reply,
				async () =>
					`${ FAULTS_HREF }?done=${ await act( request.params.id ) }`,
				( message ) =>
					sendFaults( portal, request, reply, null, {
						tone: 'bad',
						text: message,
					} )
			)
		);
	}
}

function numberIn( value: unknown ): number | null {
	return typeof value === 'string' && /^\d{1,15}$/.test( value )
		? Number( value )
		: null;
}

function readQuery( request: FastifyRequest ) {
	const query = request.query as Record< string, unknown >;
	const only: JournalQuery[ 'only' ] =
		query.only === 'errors' || query.only === 'faults' ? query.only : 'all';
	const search =
		typeof query.search === 'string' ? query.search.slice( 0, 200 ) : '';
	return {
		only,
		search,
		to: numberIn( query.to ),
		before: numberIn( query.before ),
		done: typeof query.done === 'string' ? query.done : '',
	};
}

function requestsView(
	{ faults }: Portal,
	query: ReturnType< typeof readQuery >
): RequestsView {
	const { only, search, before } = query;
	const upTo = query.to ?? 0;
	// Before the first call the list shows what comes.
	const newest = upTo === 0 ? null : upTo + 1;
	const page = faults.journal.page( {
		only,
		search,
		before: before ?? newest,
		limit: PAGE_SIZE + 1,
	} );
	const entries = page.entries.slice( 0, PAGE_SIZE );
	const fresh = faults.journal.page( {
		only,
		search,
		before: null,
		limit: MAX_FRESH,
	} );
	return {
		only,
		search,
		upTo,
		page: { ...page, entries },
		fresh:
			upTo === 0
				? 0
				: fresh.entries.filter( ( { number } ) => number > upTo )
						.length,
		isFirst: before === null,
		before:
			page.entries.length > PAGE_SIZE
				? ( entries.at( -1 )?.number ?? null )
				: null,
	};
}

function registerRequests( scope: FastifyInstance, portal: Portal ): void {
	scope.get( '/requests', async ( request, reply ) => {
		const query = readQuery( request );
		if ( query.to === null ) {
			// The address holds how far the list goes, so that it never jumps while someone reads it.
			const { only, search, done } = query;
			const to = String( portal.faults.journal.newest );
			const href = requestsHref( { only, search, to } );
			return reply.redirect(
				done === ''
					? href
					: `${ href }&done=${ encodeURIComponent( done ) }`,
				303
			);
		}
		const frame = await frameOf(
			portal,
			request,
			'',
			noticeOf( request, RESULTS )
		);
		const view = requestsView( portal, query );
		return sendPage( reply, frame, requestsPage( frame, view ) );
	} );
	scope.get(
		'/requests/:number',
		async (
			request: FastifyRequest< { Params: { number: string } } >,
			reply
		) => {
			const entry = findEntry(
				portal.faults.journal,
				request.params.number
			);
			const frame = await frameOf( portal, request, '' );
			return sendPage(
				reply,
				frame,
				requestPage( frame, entry, spoilsAnswer( portal, entry ) )
			);
		}
	);
}

/** The kinds of faults that let the call be done, and only spoil its answer. */
const SPOILING: readonly FaultKind[] = [ 'truncate', 'drip', 'endless' ];

/**
 * Tells whether a call's answer was cut or slowed down, as far as its rule is still there.
 */
function spoilsAnswer( { faults }: Portal, entry: JournalEntry ): boolean {
	return faults.rules
		.all()
		.some(
			( { name, kind } ) =>
				name === entry.fault && SPOILING.includes( kind )
		);
}

function registerRequestActs(
	scope: FastifyInstance,
	{ faults }: Portal
): void {
	const acts: Record< string, () => keyof typeof RESULTS > = {
		clear: () => {
			faults.journal.clear();
			return 'cleared';
		},
		pause: () => {
			faults.journal.setPaused( true );
			return 'paused';
		},
		resume: () => {
			faults.journal.setPaused( false );
			return 'resumed';
		},
	};
	for ( const [ name, act ] of Object.entries( acts ) ) {
		scope.post( `/requests/${ name }`, ( request, reply ) => {
			const location = `${ REQUESTS_HREF }?done=${ act() }`;
			return wantsJson( request )
				? reply.send( { location } )
				: reply.redirect( location, 303 );
		} );
	}
}

/**
 * Registers the pages of faults and requests.
 *
 * @param scope The portal's part of the server.
 */
export function registerFaultPages(
	scope: FastifyInstance,
	portal: Portal
): void {
	registerFaultForm( scope, portal );
	registerFaultActs( scope, portal );
	registerRequests( scope, portal );
	registerRequestActs( scope, portal );
}
