/**
 * The API, readable: every operation with what it takes and answers, and how to call it from a terminal.
 */
import type {
	Body,
	Chapter,
	DocumentedOperation,
	OpenApiDocument,
	Parameter,
	Schema,
} from '../api-document.ts';
import { chaptersOf, isRefusal, refusalMeanings } from '../api-document.ts';
import type { Server } from '../api-example.ts';
import { curlOf } from '../api-example.ts';
import type { FieldRow } from '../api-fields.ts';
import { fieldRows, typeWords } from '../api-fields.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';

/** What all parts of the page know. */
interface Shown {
	document: OpenApiDocument;
	/** What refusals mean, by their status. */
	meanings: ReadonlyMap< string, string >;
	server: Server;
}

const ACCESS_WORDS: Record< DocumentedOperation[ 'access' ], string > = {
	user: '',
	token: 'without credentials, by the token in its URL',
	open: 'without credentials',
};

function contents( chapters: readonly Chapter[] ): Html {
	return html`<nav class="box inset contents" aria-label="On this page">
		${ chapters.map(
			( chapter ) =>
				html`<div>
					<h2>
						<a href="#${ chapter.anchor }">${ chapter.name }</a>
					</h2>
					<ul>
						${ chapter.operations.map(
							( { anchor, summary, method, path } ) =>
								html`<li>
									<a href="#${ anchor }"
										>${ summary ?? `${ method } ${ path }` }</a
									>
								</li>`
						) }
					</ul>
				</div>`
		) }
	</nav>`;
}

function fieldTable( name: string, rows: readonly FieldRow[] ): Html {
	return html`<table class="fields">
		<caption class="unseen">
			${ name }
		</caption>
		<thead>
			<tr>
				<th scope="col">Name</th>
				<th scope="col">Type</th>
				<th scope="col">Meaning</th>
			</tr>
		</thead>
		<tbody>
			${ rows.map(
				( { path, type, isRequired, description } ) =>
					html`<tr>
						<th scope="row">
							<code>${ path }</code>
							${ ! isRequired && html`<span class="hint">optional</span>` }
						</th>
						<td class="type">${ type }</td>
						<td>${ description }</td>
					</tr>`
			) }
		</tbody>
	</table>`;
}

function parameterTable(
	document: OpenApiDocument,
	place: string,
	parameters: readonly Parameter[]
): Html | false {
	const rows = parameters
		.filter( ( parameter ) => parameter.in === place )
		.map( ( { name, schema = {}, required = false, description } ) => ( {
			path: name,
			type: typeWords( document, schema ),
			isRequired: required,
			description: description ?? schema.description ?? '',
		} ) );
	const title = place === 'path' ? 'In the path' : `In the ${ place }`;
	return (
		rows.length > 0 &&
		html`<h4>${ title }</h4>
			${ fieldTable( title, rows ) }`
	);
}

function bodyOf(
	document: OpenApiDocument,
	name: string,
	schema: Schema
): Html {
	const rows = fieldRows( document, schema );
	return rows.length > 0
		? fieldTable( name, rows )
		: html`<p class="muted">
				${ typeWords( document, schema ) }${ schema.description && `: ${ schema.description }` }
			</p>`;
}

function requestBody(
	document: OpenApiDocument,
	{ requestBody: body }: DocumentedOperation
): Html | false {
	const [ type, { schema = {} } = {} ] = Object.entries(
		body?.content ?? {}
	)[ 0 ] ?? [ '' ];
	return (
		type !== '' &&
		html`<h4>Body <span class="hint">${ type }</span></h4>
			${ bodyOf( document, 'Body', schema ) }`
	);
}

function answer(
	document: OpenApiDocument,
	status: string,
	{ description = '', content = {} }: Body
): Html {
	const [ { schema } = { schema: undefined } ] = Object.values( content );
	const rows =
		schema && ! isRefusal( status ) ? fieldRows( document, schema ) : [];
	const tone = isRefusal( status ) ? 'quiet' : 'ok';
	const title = html`<span class="status ${ tone }">${ status }</span>
		<span>${ description }</span>`;
	return rows.length === 0
		? html`<li class="answer">${ title }</li>`
		: html`<li>
				<details class="answer-fields">
					<summary class="answer">${ title }</summary>
					${ fieldTable( `Answer ${ status }`, rows ) }
				</details>
			</li>`;
}

/**
 * Shows what an operation answers; refusals that mean the same as everywhere are links to their meaning.
 *
 * @param shown What the page knows.
 */
function answers( shown: Shown, operation: DocumentedOperation ): Html {
	const { document, meanings } = shown;
	const { responses = {} } = operation;
	const all = Object.entries( responses );
	const usual = all.filter(
		( [ status, { description } ] ) =>
			meanings.get( status ) === description
	);
	const own = all.filter( ( item ) => ! usual.includes( item ) );
	return html`<h4>Answers</h4>
		<ul class="answers">
			${ own.map( ( [ status, body ] ) => answer( document, status, body ) ) }
		</ul>
		${
			usual.length > 0 &&
			html`<p class="usual">
				Refusals:
				${ usual.map( ( [ status ] ) => html` <a href="#refusal-${ status }">${ status === 'default' ? 'others' : status }</a>` ) }
			</p>`
		}`;
}

function refusals( { document, meanings }: Shown ): Html {
	const error = document.components?.schemas?.Error;
	return html`<div class="section-head">
			<h2 id="refusals">Refusals</h2>
			<span class="hint">The same for all operations</span>
		</div>
		<div class="box inset operation">
			<ul class="answers">
				${ [ ...meanings ].map(
					( [ status, meaning ] ) =>
						html`<li class="answer" id="refusal-${ status }">
							<span class="status quiet">${ status }</span>
							<span>${ meaning }</span>
						</li>`
				) }
			</ul>
			${
				error &&
				html`<h3>Body</h3>
					${ fieldTable( 'Body of a refusal', fieldRows( document, error ) ) }`
			}
		</div>`;
}

function callBox( curl: string, name: string ): Html {
	return html`<div class="field">
		<code>${ curl }</code
		><button
			type="button"
			class="needs-script"
			data-copy="${ curl }"
			data-copy-name="the call"
			aria-label="Copy the call: ${ name }"
		>
			${ icon( 'copy' ) } <span>Copy</span>
		</button>
	</div>`;
}

function operationBox( shown: Shown, operation: DocumentedOperation ): Html {
	const { document, server } = shown;
	const { method, path, alias, anchor, description, access } = operation;
	const { parameters = [], summary = `${ method } ${ path }` } = operation;
	return html`<div class="box inset operation" id="${ anchor }">
		<h3><a href="#${ anchor }">${ summary }</a></h3>
		<p class="route">
			<b class="method">${ method }</b> <code>${ path }</code>
			${ alias !== '' && html`<span class="hint">or without /v1</span>` }
			<span class="hint">${ ACCESS_WORDS[ access ] }</span>
		</p>
		${ description && html`<p class="muted narrow">${ description }</p>` }
		${ [ 'path', 'query', 'header' ].map( ( place ) => parameterTable( document, place, parameters ) ) }
		${ requestBody( document, operation ) } ${ answers( shown, operation ) }
		${ callBox( curlOf( document, operation, server ), summary ) }
	</div>`;
}

function chapterPart( shown: Shown, chapter: Chapter ): Html {
	return html`<div class="section-head">
			<h2 id="${ chapter.anchor }">${ chapter.name }</h2>
			<span class="hint">${ chapter.description }</span>
		</div>
		${ chapter.operations.map( ( operation ) => operationBox( shown, operation ) ) }`;
}

/** Makes the API page. */
export function apiPage( frame: Frame, document: OpenApiDocument ): Page {
	const chapters = chaptersOf( document );
	const shown: Shown = {
		document,
		meanings: refusalMeanings( chapters ),
		server: {
			origin: frame.origin,
			user: frame.user,
			account: frame.accounts[ 0 ] ?? null,
		},
	};
	return {
		title: 'API',
		nav: 'API',
		still: true,
		main: html`<h1>API</h1>
			<p class="muted narrow">
				Every operation of this platform at
				<code>${ frame.origin }</code>. Calls carry the API user and its
				password by HTTP Basic; curl asks for the password. The same as
				OpenAPI: <a href="/openapi.json">openapi.json</a>. What deletes,
				changes settings or variables, reads logs or works with
				operations, and everything below <code>/_local</code>, is this
				platform’s own; the rest is the hosting service’s interface.
			</p>
			<div class="under-title">${ contents( chapters ) }</div>
			${ chapters.map( ( chapter ) => chapterPart( shown, chapter ) ) }
			${ refusals( shown ) }`,
	};
}
