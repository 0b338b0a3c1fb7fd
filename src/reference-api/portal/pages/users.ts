/** Who may use API and portal. */
import {
	checkPassword,
	checkUserName,
	MAX_ID_CHARACTERS,
	MAX_NAME_CHARACTERS,
	MIN_PASSWORD_CHARACTERS,
} from '../../access/user-rules.ts';
import type { Account, ApiUser, PlatformRole } from '../../model/hosting.ts';
import { PLATFORM_ROLES, ROLES } from '../../model/hosting.ts';
import type { FormState } from '../forms.ts';
import { formField, lookOnly, refusal, refuses } from '../forms.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { breadcrumb, mayChange, noticeBox } from '../layout.ts';
import { time } from '../labels.ts';
import { questionPage } from './dialog-form.ts';

/** Where the page lies. */
export const USERS_HREF = '/portal/users';

const CRUMBS = [ { name: 'API users', href: USERS_HREF } ];

/** The field of the role on the whole platform; those of accounts end in the account's name. */
const PLATFORM_FIELD = 'platform';

/** What the choice of an account is called when it is the whole platform. */
const WHOLE_PLATFORM = 'Whole platform';

const ROLE_WORDS: Record< PlatformRole, { short: string; long: string } > = {
	none: { short: 'No access', long: 'No access' },
	read: {
		short: 'May look',
		long: 'May look, but change nothing, and sees no webhook URL',
	},
	write: { short: 'May change things', long: 'May change things' },
};

function isLastWriter( user: ApiUser, users: readonly ApiUser[] ): boolean {
	return (
		user.role === 'write' &&
		users.filter( ( { role } ) => role === 'write' ).length === 1
	);
}

function deleteCell(
	frame: Frame,
	user: ApiUser,
	users: readonly ApiUser[]
): Html | false {
	if ( ! mayChange( frame ) ) {
		return false;
	}
	if ( isLastWriter( user, users ) ) {
		return html`<span class="hint"
			>Stays: the last who may change the whole platform</span
		>`;
	}
	return html`<a
		class="link"
		href="${ userHref( user, 'delete' ) }"
		data-dialog
		aria-label="Delete ${ user.id }"
		>Delete</a
	>`;
}

function userHref( { id }: ApiUser, rest: string ): string {
	return `${ USERS_HREF }/${ encodeURIComponent( id ) }/${ rest }`;
}

/** Says what a user may do, and where. */
function accessWords( { role, accounts }: ApiUser ): string {
	const places = [
		...( role === 'none' ? [] : [ { account: WHOLE_PLATFORM, role } ] ),
		...accounts,
	];
	return places.length === 0
		? ROLE_WORDS.none.short
		: places
				.map(
					( one ) =>
						`${ one.account }: ${ ROLE_WORDS[ one.role ].short.toLowerCase() }`
				)
				.join( ', ' );
}

function row( frame: Frame, user: ApiUser, users: readonly ApiUser[] ): Html {
	const { id, name, createTime, createdBy } = user;
	return html`<tr>
		<th scope="row">
			<code>${ id }</code
			>${ id === frame.user && html` <span class="hint">you</span>` }
		</th>
		<td class="name">${ name }</td>
		<td class="role">${ accessWords( user ) }</td>
		<td class="when">
			${ time( createTime, frame.now ) }${ createdBy !== '' && ` by ${ createdBy }` }
		</td>
		<td class="acts">
			${
				mayChange( frame ) &&
				html`<a
					class="link"
					href="${ userHref( user, 'access' ) }"
					data-dialog
					aria-label="Change access of ${ id }"
					>Change access</a
				>`
			}
			${ deleteCell( frame, user, users ) }
		</td>
	</tr>`;
}

function usersTable( frame: Frame, users: readonly ApiUser[] ): Html {
	return html`<div class="box">
		<table class="users">
			<caption class="unseen">
				API users
			</caption>
			<thead>
				<tr>
					<th scope="col">ID</th>
					<th scope="col">Name</th>
					<th scope="col">Access</th>
					<th scope="col" class="when">Created</th>
					<td></td>
				</tr>
			</thead>
			<tbody>
				${ users.map( ( user ) => row( frame, user, users ) ) }
			</tbody>
		</table>
	</div>`;
}

function option( value: string, words: string, chosen: string ): Html {
	return html`<option
		value="${ value }"
		${ value === chosen && html` selected` }
	>
		${ words }
	</option>`;
}

function placeField( accounts: readonly Account[], state: FormState ): Html {
	const chosen = state.values.account ?? '';
	return html`<div class="form-field">
		<label for="account">Where</label>
		<p class="hint" id="account-hint">
			A role on the whole platform counts in all accounts, and for
			accounts, API users, faults and requests. Further accounts can be
			added later.
		</p>
		<select id="account" name="account" aria-describedby="account-hint">
			${ accounts.map( ( { name } ) => option( name, `Account ${ name }`, chosen ) ) }
			${ option( '', WHOLE_PLATFORM, chosen ) }
		</select>
	</div>`;
}

function accessField( name: string, words: string, role: string ): Html {
	return html`<div class="form-field">
		<label for="${ name }">${ words }</label>
		<select id="${ name }" name="${ name }">
			${ PLATFORM_ROLES.map( ( one ) => option( one, ROLE_WORDS[ one ].short, role ) ) }
		</select>
	</div>`;
}

/** Names the field of the role in an account. */
export function accountField( accountName: string ): string {
	return `account-${ accountName }`;
}

/** Makes the form that changes what a user may do, and where. */
export function userAccessPage(
	frame: Frame,
	user: ApiUser,
	state: FormState
): Page {
	const { values } = state;
	const roleIn = ( name: string ) =>
		user.accounts.find( ( { account } ) => account === name )?.role ??
		'none';
	return questionPage( {
		title: `Change the access of ${ user.id }`,
		fields: html`${ accessField( PLATFORM_FIELD, WHOLE_PLATFORM, values[ PLATFORM_FIELD ] ?? user.role ) }
		${ frame.accounts.map( ( { name } ) => {
			const field = accountField( name );
			const role = values[ field ] ?? roleIn( name );
			return accessField( field, `Account ${ name }`, role );
		} ) }
		${ refusal( 'access', state ) }`,
		action: userHref( user, 'access' ),
		yes: 'Change access',
		no: 'Keep the access',
		back: USERS_HREF,
		nav: null,
		crumbs: CRUMBS,
	} );
}

function roleField( state: FormState ): Html {
	const chosen = state.values.role ?? 'write';
	return html`<fieldset class="form-field">
		<legend>Role</legend>
		${ ROLES.toReversed().map(
			( role ) =>
				html`<label class="choice"
					><input
						type="radio"
						name="role"
						value="${ role }"
						${ role === chosen && html` checked` }
					/>
					${ ROLE_WORDS[ role ].long }</label
				>`
		) }
	</fieldset>`;
}

/**
 * Finds the field that a refusal is about; what no rule of a field refuses is an ID that is taken.
 */
function refusedField( values: FormState[ 'values' ] ): string {
	const { name = '', password = '' } = values;
	if ( refuses( () => checkUserName( name ) ) ) {
		return 'name';
	}
	return password !== '' && refuses( () => checkPassword( password ) )
		? 'password'
		: 'id';
}

function createBox( frame: Frame, state: FormState ): Html {
	const refused = refusedField( state.values );
	return html`<form
		class="box inset form"
		method="post"
		action="${ USERS_HREF }"
	>
		<h2>Create an API user</h2>
		${ formField( {
			name: 'id',
			label: 'ID',
			hint: 'The user name of HTTP Basic, and of the sign-in form.',
			state,
			isRefused: refused === 'id',
			isCode: true,
			required: true,
			maxLength: MAX_ID_CHARACTERS,
		} ) }
		${ formField( {
			name: 'name',
			isRefused: refused === 'name',
			label: 'Name (optional)',
			hint: 'For people, for example “Deploys from CI”.',
			state,
			maxLength: MAX_NAME_CHARACTERS,
		} ) }
		${ placeField( frame.accounts, state ) } ${ roleField( state ) }
		${ formField( {
			name: 'password',
			isRefused: refused === 'password',
			label: 'Password (optional)',
			hint: `At least ${ MIN_PASSWORD_CHARACTERS } characters; leave it empty to have one made. It is kept as a hash alone.`,
			state,
			type: 'password',
		} ) }
		<button class="primary">Create an API user</button>
	</form>`;
}

/**
 * Makes the API users page.
 *
 * @param state The form that creates one.
 */
export function usersPage(
	frame: Frame,
	users: readonly ApiUser[],
	state: FormState
): Page {
	return {
		title: 'API users',
		nav: null,
		main: html`<h1>API users</h1>
			<p class="muted narrow">
				They sign in here and call the API with HTTP Basic.
			</p>
			${ noticeBox( frame.notice ) }
			<div class="under-title" id="users" data-live>
				${ usersTable( frame, users ) }
			</div>
			${ mayChange( frame ) ? createBox( frame, state ) : lookOnly( frame ) }`,
	};
}

/**
 * Makes the page that follows a creation: the only one that ever shows the password.
 *
 * @param password The password that was made; null for one's own.
 */
export function userCreatedPage(
	user: ApiUser,
	password: string | null
): Page {
	return {
		title: `${ user.id } was created`,
		nav: null,
		main: html`${ breadcrumb( [ { name: 'API users', href: USERS_HREF } ] ) }
			<h1>${ user.id } was created</h1>
			<section class="box inset under-title form">
				${
					password === null
						? html`<p>
								It signs in with the password that you chose.
							</p>`
						: html`<h2 id="password-title">Password</h2>
								<p class="state warn">
									${ icon( 'warning' ) } Shown this once.
									Store it now; it cannot be read back.
								</p>
								<div class="field">
									<code>${ password }</code
									><button
										type="button"
										class="needs-script"
										data-copy="${ password }"
										data-copy-name="the password"
									>
										${ icon( 'copy' ) } <span>Copy</span>
									</button>
								</div>`
				}
				<p>
					<a class="button" href="${ USERS_HREF }"
						>See all API users</a
					>
				</p>
			</section>`,
	};
}

/**
 * Makes the question before a user is deleted.
 *
 * @param state Why it was refused, if it was.
 */
export function deleteUserPage(
	frame: Frame,
	user: ApiUser,
	state: FormState
): Page {
	const isSelf = user.id === frame.user;
	return questionPage( {
		title: isSelf ? 'Delete yourself?' : `Delete ${ user.id }?`,
		fields: html`<p>
				${ isSelf ? `This is you, ${ user.id }. You are signed out at once and cannot sign in again with this user.` : 'It is signed out at once. Whatever calls the API with it, such as a CI job, is refused from then on.' }
			</p>
			${ refusal( 'delete', state ) }`,
		action: userHref( user, 'delete' ),
		yes: 'Delete',
		no: 'Keep it',
		back: USERS_HREF,
		nav: null,
		crumbs: CRUMBS,
		danger: true,
	} );
}
