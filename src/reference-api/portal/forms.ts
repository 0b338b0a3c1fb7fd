/**
 * Parts that forms share: fields with their hints and refusals, and how a form is answered.
 */
import type {
	FastifyContextConfig,
	FastifyInstance,
	FastifyReply,
	FastifyRequest,
} from 'fastify';
import { HostingError } from '../model/hosting.ts';
import type { Html, HtmlValue } from './html.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';
import type { Frame } from './layout.ts';
import { mayChange } from './layout.ts';
import { refusalOf, wantsJson } from './portal.ts';

/** What was typed, and why it was refused. */
export interface FormState {
	/** What was typed, by field. */
	values: Readonly< Record< string, string > >;
	/** Empty, or the refusal. */
	message: string;
}

const LOOK_ONLY =
	'Your role is read-only. Ask an administrator for the write role.';

/** An empty form. */
export const EMPTY_FORM: FormState = { values: {}, message: '' };

export interface Field {
	name: string;
	/** Its ID, which no other element may have, not even on the page below a dialog; the name if it is left out. */
	id?: string;
	label: string;
	state: FormState;
	/** The field that a refusal is shown at. */
	isRefused?: boolean;
	hint?: HtmlValue;
	type?: 'text' | 'password' | 'url';
	/** Lines of a field for long text; one line otherwise. */
	rows?: number;
	/** For names, keys and addresses. */
	isCode?: boolean;
	required?: boolean;
	maxLength?: number;
	/** Where the focus begins. */
	isFirst?: boolean;
}

/** Reads the text fields of a form. */
export function formValues(
	request: FastifyRequest
): Record< string, string > {
	const body: unknown = request.body ?? {};
	return Object.fromEntries(
		Object.entries( body as Record< string, unknown > ).map(
			( [ name, value ] ) => [ name, String( value ) ]
		)
	);
}

/**
 * Tells whether a form was refused that has this field, on a page with several forms.
 *
 * @param state What was entered, and why it was refused.
 * @param field Name of the field.
 */
export function isFormRefused( state: FormState, field: string ): boolean {
	return state.message !== '' && state.values[ field ] !== undefined;
}

/** Says to those who may only look why a page has no buttons. */
export function lookOnly( frame: Frame ): Html | false {
	return (
		! mayChange( frame ) &&
		html`<p class="hint look-only">${ LOOK_ONLY }</p>`
	);
}

/**
 * Tells whether a rule refuses something, to find the field that a refusal belongs to.
 *
 * @param check Throws when it refuses.
 */
export function refuses( check: () => unknown ): boolean {
	try {
		check();
		return false;
	} catch {
		return true;
	}
}

/** Shows why a form was refused; fields point to it by `aria-describedby`. */
export function refusal( name: string, state: FormState ): Html | false {
	return (
		state.message !== '' &&
		html`<p class="state bad refusal" id="${ name }-refusal" role="alert">
			${ icon( 'failed' ) } <span>${ state.message }</span>
		</p>`
	);
}

function attributes( given: Field ): HtmlValue[] {
	const { name, id = name, hint, state } = given;
	const isRefused = given.isRefused === true && state.message !== '';
	const described = [
		hint !== undefined && `${ id }-hint`,
		isRefused && `${ id }-refusal`,
	].filter( Boolean );
	return [
		html` id="${ id }" name="${ name }"`,
		given.isCode &&
			html` class="code" autocapitalize="none" autocomplete="off"
			spellcheck="false"`,
		given.required && html` required`,
		given.maxLength !== undefined &&
			html` maxlength="${ given.maxLength }"`,
		described.length > 0 &&
			html` aria-describedby="${ described.join( ' ' ) }"`,
		isRefused && html` aria-invalid="true"`,
		( isRefused || given.isFirst ) && html` autofocus`,
	];
}

/** Renders a field with its label, its hint and, if it was refused, why. */
export function formField( given: Field ): Html {
	const { name, id = name, label, hint, state, type = 'text', rows } = given;
	// What was typed as a password does not come back.
	const value = type === 'password' ? '' : ( state.values[ name ] ?? '' );
	return html`<div class="form-field">
		<label for="${ id }">${ label }</label>
		${ hint !== undefined && html`<p class="hint" id="${ id }-hint">${ hint }</p>` }
		${
			rows === undefined
				? html`<input
						type="${ type }"
						${ type === 'password' && html` autocomplete="new-password"` }
						value="${ value }"
						${ attributes( given ) }
					/>`
				: html`<textarea rows="${ rows }" ${ attributes( given ) }>
${ value }</textarea>`
		}
		${ given.isRefused && refusal( id, state ) }
	</div>`;
}

/**
 * Answers a form: by a redirect, or by its page with what was typed and the refusal on it.
 *
 * @param act   Does what the form asks for; answers where to go next.
 * @param again Sends the form's page again.
 */
export async function answerForm(
	request: FastifyRequest,
	reply: FastifyReply,
	act: () => Promise< string >,
	again: ( message: string ) => Promise< FastifyReply >
): Promise< FastifyReply > {
	try {
		const location = await act();
		return wantsJson( request )
			? await reply.send( { location } )
			: await reply.redirect( location, 303 );
	} catch ( error ) {
		const { status, message } = refusalOf( error );
		// Without the thing that it is about, or somebody who may look, there is no page; the portal's own handler tells.
		if ( status === 401 || status === 404 || status >= 500 ) {
			throw error;
		}
		reply.status( status );
		return wantsJson( request )
			? reply.send( { message } )
			: again( message );
	}
}

/** A form with an address of its own, where a question or its fields are shown, and shown again on a refusal. */
export interface FormPage< Params > {
	send: (
		request: FastifyRequest< { Params: Params } >,
		reply: FastifyReply,
		state: FormState
	) => Promise< FastifyReply >;
	/** Does what the form asks for; answers where to go next. */
	act: (
		request: FastifyRequest< { Params: Params } >,
		values: Record< string, string >
	) => Promise< string >;
}

/** A form's text is at most this long. */
const FORM_BYTES = 8 * 1024 * 1024;

/** What a page that is nothing but a form or a question is registered with. */
export const FOR_WRITERS = {
	preHandler: async ( { role }: FastifyRequest ): Promise< void > => {
		if ( role !== 'write' ) {
			throw new HostingError( 403, LOOK_ONLY );
		}
	},
};

/**
 * Registers a form at an address.
 *
 * @param scope   The portal's part of the server.
 * @param address Its address, for both GET and POST.
 * @param config  Whose role counts, where that is not the default.
 */
export function registerForm< Params >(
	scope: FastifyInstance,
	address: string,
	form: FormPage< Params >,
	config: FastifyContextConfig = {}
): void {
	type Request = FastifyRequest< { Params: Params } >;
	scope.get(
		address,
		{ ...FOR_WRITERS, config },
		( request: Request, reply ) => form.send( request, reply, EMPTY_FORM )
	);
	scope.post(
		address,
		{ bodyLimit: FORM_BYTES, config },
		( request: Request, reply ) => {
			const values = formValues( request );
			return answerForm(
				request,
				reply,
				() => form.act( request, values ),
				( message ) => form.send( request, reply, { values, message } )
			);
		}
	);
}

/** Sends a page with a form on it. */
export type SendForm = (
	request: FastifyRequest,
	reply: FastifyReply,
	state: FormState
) => Promise< FastifyReply >;

/**
 * Registers a list with the form below it that adds to the list.
 *
 * @param scope The portal's part of the server.
 * @param adder Whose role counts for adding; the list shows what its user may see.
 * @param send  Sends the list and the form.
 * @param act   Adds to it; answers where to go next.
 */
export function registerList(
	scope: FastifyInstance,
	address: string,
	adder: 'platform' | 'any',
	send: SendForm,
	act: (
		values: Record< string, string >,
		request: FastifyRequest
	) => Promise< string >
): void {
	scope.get( address, { config: { scope: 'any' } }, ( request, reply ) =>
		send( request, reply, EMPTY_FORM )
	);
	scope.post( address, { config: { scope: adder } }, ( request, reply ) => {
		const values = formValues( request );
		return answerForm(
			request,
			reply,
			() => act( values, request ),
			( message ) => send( request, reply, { values, message } )
		);
	} );
}

/**
 * Reads what the last form did from a page's address: a word of a list and a number, never text.
 *
 * @param words What each result is called.
 */
export function noticeOf(
	request: FastifyRequest,
	words: Readonly< Record< string, ( number: number ) => string > >
): { tone: 'ok'; text: string } | null {
	const { done, n } = request.query as Record< string, unknown >;
	const number = Number( n ?? 0 );
	const known = typeof done === 'string' && Object.hasOwn( words, done );
	const text =
		known && Number.isSafeInteger( number ) && words[ done ]?.( number );
	return text ? { tone: 'ok', text } : null;
}
