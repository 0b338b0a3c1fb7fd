import type { JournalRequest } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useHostQuery } from '../client/queries.ts';
import { Box } from '../components/box.tsx';
import { Loaded } from '../components/loaded.tsx';
import { isNotFound, NotFound } from '../components/not-found.tsx';
import { Page } from '../components/page.tsx';
import { Time } from '../components/time.tsx';
import { __, sprintf } from '../i18n.ts';
import { FaultLine } from './request-list.tsx';
import { responseSentence, shortUrl, statusTone } from './request-labels.ts';

/** Formats JSON; a truncated body or another text stays as it is. */
function formatBody( text: string ): string {
	try {
		return JSON.stringify( JSON.parse( text ), null, 2 );
	} catch {
		return text;
	}
}

function Headers( { headers }: { headers: Record< string, string > } ) {
	return (
		<dl className="hd-headers">
			{ Object.entries( headers ).map( ( [ name, value ] ) => (
				<div key={ name }>
					<dt>{ name }</dt>
					<dd>{ value }</dd>
				</div>
			) ) }
		</dl>
	);
}

interface MessageProps {
	title: string;
	headers: Record< string, string >;
	body: string;
	/** Why there is no body. */
	withoutBody: string;
	line?: string;
}

function Message( { title, headers, body, withoutBody, line }: MessageProps ) {
	const bodyTitle = __( 'Body', 'headless-deploy' );
	return (
		<Box title={ title }>
			{ line !== undefined && (
				<p>
					<code>{ line }</code>
				</p>
			) }
			<h3>{ __( 'Headers', 'headless-deploy' ) }</h3>
			<Headers headers={ headers } />
			<h3>{ bodyTitle }</h3>
			{ body === '' ? (
				<p className="hd-muted">{ withoutBody }</p>
			) : (
				<pre
					className="hd-body"
					// Scrolls, so it has to be reachable by keyboard.

					tabIndex={ 0 }
					role="region"
					aria-label={ `${ title }: ${ bodyTitle }` }
				>
					{ formatBody( body ) }
				</pre>
			) }
		</Box>
	);
}

function noRequestBody( { requestHeaders, url }: JournalRequest ): string {
	if ( requestHeaders[ 'content-type' ]?.startsWith( 'multipart/' ) ) {
		return __( 'Uploads are not stored.', 'headless-deploy' );
	}
	return url.startsWith( '/wh/' )
		? __(
				'The platform ignores the body of webhook calls.',
				'headless-deploy'
			)
		: __( 'None, or not JSON.', 'headless-deploy' );
}

function RequestDetails( { request }: { request: JournalRequest } ) {
	const { method, url, status, reason, fault, caller, at } = request;
	const none = __( 'None.', 'headless-deploy' );
	/* translators: %s: name of a user or program. */
	const by = __( 'by %s', 'headless-deploy' );
	return (
		<Page
			title={ `${ method } ${ shortUrl( url ) }` }
			crumbs={ [
				{
					name: __( 'Requests', 'headless-deploy' ),
					href: addresses.requests,
				},
			] }
		>
			<div className="hd-section">
				<p className="hd-sentence">
					<span className={ `hd-status--${ statusTone( status ) }` }>
						{ responseSentence( request ) }
					</span>{ ' ' }
					{ reason }
				</p>
				{ fault !== '' && (
					<p>
						<FaultLine fault={ fault } />{ ' ' }
						{ request.responseBody !== '' &&
							__(
								'The response is shown as it was before the rule changed it.',
								'headless-deploy'
							) }
					</p>
				) }
				<p className="hd-muted">
					<Time at={ at } seconds />, { sprintf( by, caller ) }
				</p>
			</div>
			<Message
				title={ __( 'Request', 'headless-deploy' ) }
				line={ `${ method } ${ url }` }
				headers={ request.requestHeaders }
				body={ request.requestBody }
				withoutBody={ noRequestBody( request ) }
			/>
			<Message
				title={ __( 'Response', 'headless-deploy' ) }
				headers={ request.responseHeaders }
				body={ request.responseBody }
				withoutBody={ none }
			/>
			<p className="hd-hint">
				{ __(
					'At most 4 KiB of each body are stored, without tokens, passwords and values of variables.',
					'headless-deploy'
				) }
			</p>
		</Page>
	);
}

/** One request of the journal, with its response. */
export function RequestPage( { number }: { number: string } ) {
	const query = useHostQuery( {
		operation: 'getRequest',
		topics: [],
		key: { number },
		read: ( client, signal ) =>
			client.GET( '/_local/requests/{number}', {
				params: { path: { number } },
				signal,
			} ),
	} );
	return isNotFound( query.error ) ? (
		<NotFound message={ query.error.message } />
	) : (
		<Loaded query={ query }>
			{ ( request ) => <RequestDetails request={ request } /> }
		</Loaded>
	);
}
