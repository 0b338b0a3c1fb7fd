/** The Variables page and its forms. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isReserved } from '../builds/platform-variables.ts';
import type { EnvironmentPath, ShellVariable } from '../model/hosting.ts';
import { HostingError } from '../model/hosting.ts';
import { readDotenv } from '../../platform-client/dotenv.ts';
import { ENVIRONMENT } from './environment-pages.ts';
import { loadEnvironment } from './environment-loader.ts';
import type { FormPage, FormState } from './forms.ts';
import { answerForm, noticeOf, registerForm } from './forms.ts';
import type { Notice, Page } from './layout.ts';
import {
	deleteVariablePage,
	pastePage,
	variableFormPage,
} from './pages/variable-forms.ts';
import { variablesPage } from './pages/variables.ts';
import type { EnvironmentParams, Portal } from './portal.ts';
import { pathOf, sendPage } from './portal.ts';
import type { EnvironmentView } from './environment-view.ts';
import { environmentHref } from './environment-view.ts';
import { countWords } from './labels.ts';

type EnvironmentRequest = FastifyRequest< { Params: EnvironmentParams } >;
type VariableParams = EnvironmentParams & { key?: string };
type VariableRequest = FastifyRequest< { Params: VariableParams } >;

const RESULTS = {
	unused: () =>
		'Set, but its value is not used: the platform sets this variable itself.',
	set: () => 'Set. It counts from the next build.',
	replaced: () => 'Replaced. It counts from the next build.',
	pasted: ( count: number ) =>
		`${ countWords( count, 'variable' ) } set. They count from the next build.`,
	deleted: () => 'Deleted. Builds from now on are without it.',
	build: ( number: number ) =>
		`Build ${ number } brings the changes. It goes live when it answers.`,
};

/**
 * Takes what a browser makes of a text field: its line ends, and one at its end that nobody sees.
 */
function valueOf( typed: string ): string {
	return typed.replace( /\r\n/g, '\n' ).replace( /\n+$/, '' );
}

function variablesOf( file: string ): ShellVariable[] {
	const { variables, problems } = readDotenv( file );
	if ( problems.length > 0 ) {
		const lines = problems
			.slice( 0, 5 )
			.map( ( { line, message } ) => `Line ${ line }: ${ message }` );
		const more = problems.length - lines.length;
		throw new HostingError(
			400,
			`Nothing was set. ${ lines.join( ' ' ) }${ more > 0 ? ` And ${ more } more.` : '' }`
		);
	}
	if ( variables.length === 0 ) {
		throw new HostingError(
			400,
			'Nothing was set. There is no variable in it. Write KEY=value on a line.'
		);
	}
	return variables;
}

async function exists(
	portal: Portal,
	path: EnvironmentPath,
	key: string
): Promise< boolean > {
	const { shellVariables } =
		await portal.services.catalog.environment( path );
	return shellVariables.some( ( variable ) => variable.key === key );
}

/** Refuses a variable that is not there. */
async function checkVariable(
	portal: Portal,
	request: VariableRequest
): Promise< string > {
	const { key = '' } = request.params;
	if ( ! ( await exists( portal, pathOf( request ), key ) ) ) {
		throw new HostingError(
			404,
			`This environment has no variable “${ key }”. It may have been deleted.`
		);
	}
	return key;
}

function done(
	path: EnvironmentPath,
	word: keyof typeof RESULTS,
	number = 0
): string {
	return environmentHref( path, `/variables?done=${ word }&n=${ number }` );
}

async function sendVariables(
	portal: Portal,
	request: EnvironmentRequest,
	reply: FastifyReply,
	refusal: Notice | null = null
): Promise< FastifyReply > {
	const notice = refusal ?? noticeOf( request, RESULTS );
	const { view, frame } = await loadEnvironment( portal, request, notice );
	return sendPage( reply, frame, variablesPage( frame, view ) );
}

/** Makes a form's page; a refusal of what the form is about is thrown before. */
type MakePage = (
	view: EnvironmentView,
	state: FormState,
	key: string
) => Page;

function variableForm(
	portal: Portal,
	makePage: MakePage,
	act: FormPage< VariableParams >[ 'act' ]
): FormPage< VariableParams > {
	return {
		send: async ( request, reply, state ) => {
			const { key } = request.params;
			if ( key !== undefined ) {
				await checkVariable( portal, request );
			}
			const { view, frame } = await loadEnvironment( portal, request );
			return sendPage( reply, frame, makePage( view, state, key ?? '' ) );
		},
		act,
	};
}

function addForm( portal: Portal ): FormPage< VariableParams > {
	return variableForm(
		portal,
		( view, state ) => variableFormPage( view, { state } ),
		async ( request, values ) => {
			const path = pathOf( request );
			const key = ( values.key ?? '' ).trim();
			if ( await exists( portal, path, key ) ) {
				throw new HostingError(
					409,
					`There is a variable ${ key } already. Replace its value instead.`
				);
			}
			const value = valueOf( values.value ?? '' );
			await portal.services.environmentSettings.setVariables( path, {
				set: [ { key, value } ],
				remove: [],
			} );
			return done( path, isReserved( key ) ? 'unused' : 'set' );
		}
	);
}

function pasteForm( portal: Portal ): FormPage< VariableParams > {
	return variableForm(
		portal,
		( view, state ) => pastePage( view, state ),
		async ( request, values ) => {
			const path = pathOf( request );
			const set = variablesOf( values.file ?? '' );
			await portal.services.environmentSettings.setVariables( path, {
				set,
				remove: [],
			} );
			return done( path, 'pasted', set.length );
		}
	);
}

function replaceForm( portal: Portal ): FormPage< VariableParams > {
	return variableForm(
		portal,
		( view, state, key ) => variableFormPage( view, { key, state } ),
		async ( request, values ) => {
			const path = pathOf( request );
			const key = await checkVariable( portal, request );
			const value = valueOf( values.value ?? '' );
			await portal.services.environmentSettings.setVariables( path, {
				set: [ { key, value } ],
				remove: [],
			} );
			return done( path, 'replaced' );
		}
	);
}

function deleteForm( portal: Portal ): FormPage< VariableParams > {
	return variableForm(
		portal,
		( view, state, key ) => deleteVariablePage( view, key, state ),
		async ( request ) => {
			const path = pathOf( request );
			const key = await checkVariable( portal, request );
			await portal.services.environmentSettings.setVariables( path, {
				set: [],
				remove: [ key ],
			} );
			return done( path, 'deleted' );
		}
	);
}

/**
 * Registers the Variables page and its forms.
 *
 * @param scope The portal's part of the server.
 */
export function registerVariablePages(
	scope: FastifyInstance,
	portal: Portal
): void {
	const address = `${ ENVIRONMENT }/variables`;
	scope.get( address, ( request: EnvironmentRequest, reply ) =>
		sendVariables( portal, request, reply )
	);
	scope.post(
		`${ address }/rebuild`,
		( request: EnvironmentRequest, reply ) =>
			answerForm(
				request,
				reply,
				async () => {
					const path = pathOf( request );
					const build = await portal.services.triggers.trigger(
						path,
						'rebuild',
						`portal, by ${ request.signedInAs }`
					);
					return done( path, 'build', build?.number );
				},
				( text ) =>
					sendVariables( portal, request, reply, {
						tone: 'bad',
						text,
					} )
			)
	);
	registerForm( scope, `${ address }/add`, addForm( portal ) );
	registerForm( scope, `${ address }/paste`, pasteForm( portal ) );
	registerForm( scope, `${ address }/:key/replace`, replaceForm( portal ) );
	registerForm( scope, `${ address }/:key/delete`, deleteForm( portal ) );
}
