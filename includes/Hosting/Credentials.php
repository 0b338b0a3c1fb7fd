<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Network;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;

/**
 * The credentials of the platform's API and the result of the last check. Only the request that needs the password
 * receives it.
 *
 * @phpstan-import-type Saved from Last_Saved
 * @phpstan-type Checked array{works: bool|null, at: int, code: string, data: array<string, string>}
 * @phpstan-type View array{
 *   apiUrl: string,
 *   user: string,
 *   hasPassword: bool,
 *   lockedBy: string|null,
 *   lockedFields: list<string>,
 *   works: bool|null,
 *   checkedAt: string|null,
 *   message: string,
 *   lastSaved: array{by: array{id: int, name: string}, at: string}|null,
 *   etag: string,
 * }
 */
final class Credentials {
	/**
	 * @var Sensitive_Value<string>
	 */
	private readonly Sensitive_Value $password;

	/**
	 * @param string       $api_url   Without a slash at the end, or empty.
	 * @param string       $password  Decrypted, or empty.
	 * @param bool         $is_sealed Whether a password is stored, even one that cannot be decrypted.
	 * @param list<string> $locked    Fields that wp-config.php sets: `apiUrl`, `user`, `password`.
	 * @param string       $locked_by First constant that is set, or empty.
	 * @param Checked|null $checked   Null before the first check.
	 * @param Saved        $saved
	 * @param string       $etag      Changes with every write.
	 */
	public function __construct(
		public readonly string $api_url,
		public readonly string $user,
		#[SensitiveParameter]
		string $password,
		private readonly bool $is_sealed,
		public readonly array $locked,
		private readonly string $locked_by,
		public readonly ?array $checked,
		private readonly ?array $saved,
		public readonly string $etag,
	) {
		$this->password = Sensitive_Value::of( $password );
	}

	public function is_complete(): bool {
		return '' !== $this->api_url && '' !== $this->user && $this->has_password();
	}

	public function is_usable(): bool {
		return $this->is_complete() && false !== ( $this->checked['works'] ?? null );
	}

	/**
	 * Tells whether a webhook has the same host as the API. On a network a site administrator enters the account in a
	 * webhook URL: without this check the network's credentials would read the builds of any account.
	 *
	 * @param array<string, string> $target What the webhook was recognized as.
	 * @phpstan-param array{host: string, ...} $target
	 */
	public function is_for( array $target ): bool {
		$parts = wp_parse_url( $this->api_url );
		$host  = is_array( $parts ) ? strtolower( $parts['host'] ?? '' ) . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' ) : '';
		return '' !== $host && preg_replace( '/:443$/', '', $host ) === preg_replace( '/:443$/', '', $target['host'] );
	}

	public function has_password(): bool {
		return '' !== $this->password->reveal();
	}

	/**
	 * Tells whether a password is stored that cannot be decrypted.
	 */
	public function is_key_lost(): bool {
		return $this->is_sealed && ! $this->has_password();
	}

	public function sign_in(): Request_Extras {
		return Request_Extras::basic( $this->user, $this->password->reveal() );
	}

	/**
	 * @return list<string>
	 */
	public function secrets(): array {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- HTTP basic authentication.
		return array( $this->password->reveal(), base64_encode( $this->user . ':' . $this->password->reveal() ) );
	}

	/**
	 * @return View
	 */
	public function view(): array {
		$message = null === $this->checked ? '' : Errors::message( $this->checked['code'], $this->checked['data'] );
		return array(
			'apiUrl'       => $this->api_url,
			'user'         => Network::is_operator() ? $this->user : '',
			'hasPassword'  => $this->has_password(),
			'lockedBy'     => '' === $this->locked_by ? null : $this->locked_by,
			'lockedFields' => $this->locked,
			'works'        => $this->is_key_lost() ? false : ( $this->checked['works'] ?? null ),
			'checkedAt'    => Iso_Time::or_null( $this->checked['at'] ?? null ),
			'message'      => $this->is_key_lost() ? Errors::message( 'headless_deploy_credentials_key_lost' ) : $message,
			'lastSaved'    => Last_Saved::view( $this->saved ),
			'etag'         => $this->etag,
		);
	}
}
