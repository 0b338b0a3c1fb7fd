import { StartError } from '../lib/errors.ts';
import { HostingError } from '../model/hosting.ts';
import type {
	ApiUser,
	Membership,
	PlatformRole,
	Role,
	UserAccess,
} from '../model/hosting.ts';
import { quote } from '../lib/names.ts';
import { Credentials } from './credentials.ts';
import { hashPassword, generatePassword } from './passwords.ts';
import type { PasswordCost } from './passwords.ts';
import {
	userIdProblem,
	checkPassword,
	checkPlatformRole,
	checkUserId,
	checkUserName,
} from './user-rules.ts';
import { checkedMemberships } from './memberships.ts';
import type { KnownAccounts } from './memberships.ts';
import type { StoredUser, UserRepository } from '../store/users.ts';

type UserTable = Pick< UserRepository, keyof UserRepository >;

interface UserTables extends KnownAccounts {
	users: UserTable;
}

export interface UserStore extends UserTables {
	write: < T >(
		work: ( tables: UserTables ) => Promise< T >
	) => Promise< T >;
}

export interface UsersOptions {
	store: UserStore;
	now: () => Date;
	/** Called with a user whose sessions and one-time links have to end. */
	signOut: ( userId: string ) => void;
	/** The cost of a password hash; tests reduce it. */
	cost?: PasswordCost;
}

export interface NewUser {
	id: string;
	name: string;
	role: PlatformRole;
	accounts?: readonly Membership[];
	password?: string;
}

/** A signed-in user. It is valid while the user has this password, and never stands for a new user with the same id. */
export interface SignedInUser {
	userId: string;
	passwordHash: string;
}

/** The creator of the user with which the platform was started. */
const STARTED_BY = 'the start of the platform';

function withoutHash( { passwordHash: _, ...user }: StoredUser ): ApiUser {
	return user;
}

async function required( users: UserTable, id: string ): Promise< StoredUser > {
	const user = await users.find( id );
	if ( ! user ) {
		throw new HostingError(
			404,
			`The API user ${ quote( id ) } does not exist.`
		);
	}
	return user;
}

/** Rejects the removal of the last user who may write. */
async function ensureWriter(
	users: UserTable,
	id: string,
	what: string,
	field = ''
): Promise< void > {
	const user = await users.find( id );
	if ( user?.role === 'write' && ! ( await users.hasOtherWriter( id ) ) ) {
		throw new HostingError(
			409,
			`${ quote( id ) } is the last API user with the role write on the whole platform, ${ what }. Create another one first.`,
			{ field }
		);
	}
}

/** Creates, changes, checks and deletes API users. */
export class Users {
	readonly #options: UsersOptions;
	readonly #credentials: Credentials;
	/** Resolves when the user with which the platform is started exists. */
	#ensured: Promise< unknown > = Promise.resolve();

	constructor( options: UsersOptions ) {
		this.#options = options;
		this.#credentials = new Credentials( options.cost );
	}

	/** Returns all users, by id. */
	async all(): Promise< ApiUser[] > {
		return ( await this.#options.store.users.all() ).map( withoutHash );
	}

	async find( id: string ): Promise< ApiUser | null > {
		const user = await this.#options.store.users.find( id );
		return user && withoutHash( user );
	}

	/**
	 * @return The user and its password, which is not shown again.
	 * @throws HostingError 400 or 409.
	 */
	async create(
		fields: NewUser,
		createdBy: string
	): Promise< { user: ApiUser; password: string } > {
		const { id, name, role, password = generatePassword() } = fields;
		checkUserId( id );
		checkUserName( name );
		checkPlatformRole( role );
		checkPassword( password );
		const { store, now, cost } = this.#options;
		const passwordHash = await hashPassword( password, cost );
		return store.write( async ( tables ) => {
			const { users } = tables;
			if ( await users.find( id ) ) {
				throw new HostingError(
					409,
					`The API user ${ quote( id ) } already exists. Choose another ID.`,
					{ field: 'id' }
				);
			}
			const user = {
				id,
				name,
				role,
				accounts: await checkedMemberships(
					tables,
					fields.accounts ?? []
				),
				createTime: now(),
				createdBy,
			};
			await users.save( { ...user, passwordHash } );
			return { user, password };
		} );
	}

	/** Changes a user's roles. */
	async #changeAccess(
		id: string,
		change: ( access: UserAccess ) => UserAccess
	): Promise< ApiUser > {
		return this.#options.store.write( async ( tables ) => {
			const { users } = tables;
			const user = await required( users, id );
			const { role, accounts } = change( user );
			checkPlatformRole( role );
			if ( role !== 'write' ) {
				await ensureWriter(
					users,
					id,
					'so its role cannot be changed',
					'role'
				);
			}
			const changed = {
				...user,
				role,
				accounts: await checkedMemberships( tables, accounts ),
			};
			await users.save( changed );
			return withoutHash( changed );
		} );
	}

	/**
	 * Changes a user's role on the whole platform.
	 *
	 * @throws HostingError 400, 404 or 409.
	 */
	setRole( id: string, role: PlatformRole ): Promise< ApiUser > {
		return this.#changeAccess( id, ( { accounts } ) => ( {
			role,
			accounts,
		} ) );
	}

	/**
	 * Adds a user to an account, or removes the user from it.
	 *
	 * @param role The role there; null ends it.
	 * @throws HostingError 400 or 404.
	 */
	setAccountRole(
		id: string,
		account: string,
		role: Role | null
	): Promise< ApiUser > {
		return this.#changeAccess( id, ( access ) => {
			const others = access.accounts.filter(
				( one ) => one.account !== account
			);
			if ( role === null && others.length === access.accounts.length ) {
				throw new HostingError(
					404,
					`${ quote( id ) } does not belong to the account ${ quote( account ) }.`
				);
			}
			return {
				role: access.role,
				accounts:
					role === null ? others : [ ...others, { account, role } ],
			};
		} );
	}

	/**
	 * Changes a user's password, and ends its sessions and one-time links.
	 *
	 * @throws HostingError 400 or 404.
	 */
	async setPassword(
		id: string,
		given?: string
	): Promise< { user: ApiUser; password: string } > {
		const password = given ?? generatePassword();
		checkPassword( password );
		const { store, cost, signOut } = this.#options;
		await required( store.users, id );
		const passwordHash = await hashPassword( password, cost );
		const user = await store.write( async ( { users } ) => {
			const found = await required( users, id );
			await users.save( { ...found, passwordHash } );
			return withoutHash( found );
		} );
		signOut( id );
		return { user, password };
	}

	/** @throws HostingError 404 or 409. */
	async delete( id: string ): Promise< void > {
		const { store, signOut } = this.#options;
		await store.write( async ( { users } ) => {
			await required( users, id );
			await ensureWriter( users, id, 'so it cannot be deleted' );
			await users.delete( id );
		} );
		signOut( id );
	}

	/**
	 * Finds the user who has these credentials.
	 *
	 * @return Null when there is no such user or it has another password; both take the same time.
	 * @throws HostingError 429.
	 */
	async verify( id: string, password: string ): Promise< ApiUser | null > {
		const holder = await this.signIn( id, password );
		return holder && this.ofSession( holder );
	}

	/**
	 * Finds the user who may open a session with these credentials.
	 *
	 * @return Null as in `verify`.
	 * @throws HostingError 429.
	 */
	async signIn(
		id: string,
		password: string
	): Promise< SignedInUser | null > {
		await this.#ensured;
		const before = await this.holder( id );
		const hash = before?.passwordHash ?? null;
		const isValid = await this.#credentials.verify( id, password, hash );
		// During the check, the password may have changed, or the user may have been deleted.
		return isValid && before && ( await this.ofSession( before ) )
			? before
			: null;
	}

	/** Finds the user who may open a session by a one-time link, without a password. */
	async holder( id: string ): Promise< SignedInUser | null > {
		const user = await this.#options.store.users.find( id );
		return user && { userId: id, passwordHash: user.passwordHash };
	}

	/**
	 * Finds the user of a session.
	 *
	 * @return Null if the user was deleted or has another password now.
	 */
	async ofSession( holder: SignedInUser ): Promise< ApiUser | null > {
		const user = await this.#options.store.users.find( holder.userId );
		return user?.passwordHash === holder.passwordHash
			? withoutHash( user )
			: null;
	}

	/**
	 * Ensures that the user with which the platform is started exists, has the role `write` and has this password.
	 * Sign-ins wait for it.
	 *
	 * @param password The password; it may be short, because earlier versions allowed that.
	 * @throws StartError `options`.
	 */
	ensure( id: string, password: string ): Promise< void > {
		const ensured = this.#ensureUser( id, password );
		this.#ensured = ensured.catch( () => {} );
		return ensured;
	}

	async #ensureUser( id: string, password: string ): Promise< void > {
		const problem = userIdProblem( id );
		if ( problem || password === '' ) {
			throw new StartError(
				'options',
				problem || 'The password of the API user must not be empty.'
			);
		}
		const { store, cost, now } = this.#options;
		const known = await store.users.find( id );
		const { passwordHash } = known ?? { passwordHash: '' };
		const isSame =
			known !== null &&
			( await this.#credentials.verify( id, password, passwordHash ) );
		const hash = isSame
			? passwordHash
			: await hashPassword( password, cost );
		if ( ! isSame || known.role !== 'write' ) {
			await store.write( ( { users } ) =>
				users.save( {
					name: '',
					accounts: [],
					createTime: now(),
					createdBy: STARTED_BY,
					...known,
					id,
					role: 'write',
					passwordHash: hash,
				} )
			);
		}
		this.#credentials.remember( id, password, hash );
	}
}
