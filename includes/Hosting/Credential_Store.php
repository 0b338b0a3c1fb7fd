<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Etag;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Network;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Sensitive_Value;
use HeadlessDeploy\Stored_Value;
use HeadlessDeploy\System_Clock;
use RuntimeException;
use SensitiveParameter;
use WP_Error;

/**
 * Reads and writes the option `headless_deploy_credentials`, with an encrypted password, and applies the constants of
 * wp-config.php. The encrypted text contains the URL and the user for which the password was entered; with others it
 * is not sent. `$expected` of a write is the etag that the caller has seen; null or `*` for any.
 *
 * @phpstan-import-type Checked from Credentials
 * @phpstan-import-type Saved from Last_Saved
 * @phpstan-type Stored array{apiUrl: string, user: string, sealed: string, checked: Checked|null, of: string, saved: Saved, etag: string}
 */
final class Credential_Store {
	public const OPTION = 'headless_deploy_credentials';

	public function __construct(
		private readonly Encryption $secrets,
		private ?Configured_Credentials $configured = null,
		private readonly Clock $clock = new System_Clock(),
	) {}

	/**
	 * @throws Read_Failed When the database did not answer.
	 */
	public function get(): ?Credentials {
		return $this->credentials( $this->stored() );
	}

	/**
	 * Returns the credentials for REST; null where there are none. A password of an older key is encrypted again.
	 *
	 * @return array<string, mixed>|null
	 */
	public function view(): ?array {
		$this->reseal();
		return $this->get()?->view();
	}

	public function save( Credential_Input $input, ?string $expected ): ?WP_Error {
		return $this->change(
			$expected,
			function ( array $stored ) use ( $input ): array|WP_Error {
				$next = array(
					'apiUrl' => $input->api_url ?? $stored['apiUrl'],
					'user'   => $input->user ?? $stored['user'],
					'saved'  => Last_Saved::now( $this->clock->now_ms() ),
					'etag'   => Etag::random(),
				) + $stored;
				$now = $this->subject( $next );
				if ( '' !== $input->password() ) {
					$next['sealed'] = $this->seal( $input->password(), $now );
				} elseif ( null === $this->configured()->get( 'password' ) && '' === $this->open( $stored, $now ) ) {
					return Errors::make( 'headless_deploy_api_password_missing' );
				}
				if ( '' === $now['apiUrl'] || '' === $now['user'] ) {
					return Errors::make( '' === $now['apiUrl'] ? 'headless_deploy_api_url_invalid' : 'headless_deploy_api_user_invalid' );
				}
				return '' === $next['sealed'] && '' !== $input->password()
					? Errors::make( 'headless_deploy_not_saved' )
					: array( 'checked' => null ) + $next;
			},
		);
	}

	public function delete( ?string $expected ): ?WP_Error {
		return $this->change( $expected, static fn( array $stored ): array => self::read( null ) );
	}

	/**
	 * Stores the result of a check, unless the credentials have changed since the check started.
	 *
	 * @param bool|null             $works Null if unknown.
	 * @param string                $code  Code of Errors.
	 * @param array<string, string> $data  Values of its message.
	 */
	public function note_check( Credentials $of, ?bool $works, string $code, array $data, int $now ): ?Credentials {
		$checked = array(
			'works' => $works,
			'at'    => $now,
			'code'  => $code,
			'data'  => $data,
		);
		$note = array(
			'checked' => $checked,
			'of'      => $of->etag,
		);
		$this->change( $of->etag, static fn( array $stored ): array => $note + $stored );
		return $this->get();
	}

	/**
	 * @return Saved
	 */
	public function saved(): ?array {
		return $this->stored()['saved'];
	}

	/**
	 * Removes who saved them last. The etag stays, because no setting changes.
	 */
	public function forget_saved(): void {
		( new Option_Row( self::OPTION ) )->change(
			self::read( ... ),
			static fn( array $stored ): array => array( 'saved' => null ) + $stored,
		);
	}

	/**
	 * @throws Read_Failed When the database did not answer.
	 * @return Stored
	 */
	private function stored(): array {
		$rows = Option_Row::read_all( self::OPTION, Encryption::KEY_OPTION );
		$this->secrets->use_stored_key( $rows[ Encryption::KEY_OPTION ] );
		return self::read( $rows[ self::OPTION ] );
	}

	/**
	 * Reads the value of the option; invalid fields are left out.
	 *
	 * @return Stored
	 */
	private static function read( ?string $raw ): array {
		$text = Json_Schema::text();
		/** @var Stored */
		return Stored_Value::of_row(
			Json_Schema::partial(
				apiUrl: $text,
				user: $text,
				sealed: $text,
				checked: Json_Schema::partial(
					works: Json_Schema::boolean()->or_null(),
					at: Json_Schema::integer(),
					code: $text,
					data: Json_Schema::map_of( $text ),
				)->or_null(),
				of: $text,
				saved: Last_Saved::stored(),
				etag: $text,
			),
			$raw,
		);
	}

	private function reseal(): void {
		$stored = $this->stored();
		if ( ! $this->secrets->is_outdated( $stored['sealed'] ) ) {
			return;
		}
		( new Option_Row( self::OPTION ) )->change(
			self::read( ... ),
			function ( array $stored ): array {
				$opened = $this->secrets->is_outdated( $stored['sealed'] ) ? $this->secrets->open( $stored['sealed'] ) : null;
				return null === $opened ? $stored : array( 'sealed' => $this->secrets->seal( $opened ) ) + $stored;
			},
		);
	}

	/**
	 * Changes the stored value, if it is what the caller has seen.
	 *
	 * @param callable $change
	 * @phpstan-param callable(Stored): (Stored|WP_Error) $change
	 */
	private function change( ?string $expected, callable $change ): ?WP_Error {
		$changed = ( new Option_Row( self::OPTION ) )->change(
			self::read( ... ),
			function ( array $stored ) use ( $expected, $change ): array|WP_Error {
				if ( ! Etag::is_expected( $this->credentials( $stored )->etag ?? '', $expected ) ) {
					return Errors::make( 'headless_deploy_edit_conflict', label: __( 'API credentials', 'headless-deploy' ) );
				}
				return $change( $stored );
			},
		);
		return is_wp_error( $changed ) ? $changed : null;
	}

	/**
	 * Applies the constants to the stored value; null when nothing is set.
	 *
	 * @param Stored $stored
	 */
	private function credentials( array $stored ): ?Credentials {
		$subject = $this->subject( $stored );
		$fields  = $this->configured_fields();
		if ( '' === $stored['sealed'] && '' === $stored['apiUrl'] && '' === $stored['user'] && array() === $fields ) {
			return null;
		}
		$password = $this->configured()->get( 'password' ) ?? $this->open( $stored, $subject );
		$etag     = Etag::of( array( $stored['etag'], $subject, $this->secrets->digest( $password ) ) );
		return new Credentials(
			$subject['apiUrl'],
			$subject['user'],
			$password,
			'' !== $stored['sealed'],
			$fields,
			array() === $fields ? '' : Configured_Credentials::CONSTANTS[ $fields[0] ],
			$stored['of'] === $etag ? $stored['checked'] : null,
			$stored['saved'],
			$etag,
		);
	}

	/**
	 * @param array<string, mixed> $stored
	 * @phpstan-param array{apiUrl: string, user: string, ...} $stored
	 * @return array{apiUrl: string, user: string}
	 */
	private function subject( array $stored ): array {
		return array(
			'apiUrl' => $this->configured()->get( 'apiUrl' ) ?? $stored['apiUrl'],
			'user'   => $this->configured()->get( 'user' ) ?? $stored['user'],
		);
	}

	/**
	 * Encrypts a password with its URL and user; empty when there is no key.
	 *
	 * @param array{apiUrl: string, user: string} $subject
	 */
	private function seal( #[SensitiveParameter] string $password, array $subject ): string {
		try {
			return $this->secrets->seal( (string) wp_json_encode( array( 'password' => Sensitive_Value::take( $password ) ) + $subject ) );
		} catch ( RuntimeException ) {
			return '';
		}
	}

	/**
	 * Decrypts the password; empty when there is none, it cannot be decrypted, or it was entered for another URL or
	 * user.
	 *
	 * @param Stored                              $stored
	 * @param array{apiUrl: string, user: string} $subject
	 */
	private function open( array $stored, array $subject ): string {
		$opened = '' === $stored['sealed'] ? null : json_decode( $this->secrets->open( $stored['sealed'] ) ?? '', true );
		$is_for = is_array( $opened ) && $subject['apiUrl'] === ( $opened['apiUrl'] ?? null ) && $subject['user'] === ( $opened['user'] ?? null );
		return $is_for && is_string( $opened['password'] ?? null ) ? $opened['password'] : '';
	}

	/**
	 * @return list<string> Fields that wp-config.php sets.
	 */
	public function configured_fields(): array {
		return $this->configured()->fields();
	}

	/**
	 * Decides whether the current user, who can manage this site, may use the hosting account. On a network, only super admins
	 * may, and administrators of the sites that the credentials in wp-config.php name.
	 */
	public function hosting_refusal(): ?WP_Error {
		$is_allowed = Network::is_operator() || $this->configured()->names_site();
		return $is_allowed ? null : Errors::make( 'headless_deploy_hosting_super_admin' );
	}

	/**
	 * Returns complete credentials that the current user may use.
	 */
	public function for_hosting(): Credentials|WP_Error {
		$refusal     = $this->hosting_refusal();
		$credentials = null === $refusal ? $this->get() : null;
		if ( true === $credentials?->is_key_lost() ) {
			return Errors::make( 'headless_deploy_credentials_key_lost' );
		}
		return true === $credentials?->is_complete() ? $credentials : $refusal ?? Errors::make( 'headless_deploy_credentials_missing' );
	}

	private function configured(): Configured_Credentials {
		$this->configured ??= new Configured_Credentials();
		return $this->configured;
	}
}
