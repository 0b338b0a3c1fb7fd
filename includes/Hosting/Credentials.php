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
 * Holds the address of the platform's API, who asks, and what the last check came to. The password is told to the one
 * request that needs it, and to nobody else.
 *
 * @phpstan-import-type Saved from Last_Saved
 * @phpstan-type Checked array{works: bool|null, at: int, code: string, data: array<string, string>}
 */
final class Credentials {
	/**
	 * The password, empty when there is none that can be read.
	 *
	 * @var Sensitive_Value<string>
	 */
	private readonly Sensitive_Value $password;

	/**
	 * @param string       $api_url   Address without a slash at its end, or empty.
	 * @param string       $password  In clear, or empty.
	 * @param bool         $is_sealed Whether a password is stored, be it readable or not.
	 * @param list<string> $locked    Fields that wp-config.php decides: `apiUrl`, `user`, `password`.
	 * @param string       $locked_by The first constant that does, or empty.
	 * @param Checked|null $checked   What the last check came to, null before there was one.
	 * @param Saved        $saved     Who saved them last, null where nobody is known.
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

	/**
	 * Tells whether the API can be asked at all.
	 */
	public function is_complete(): bool {
		return '' !== $this->api_url && '' !== $this->user && $this->has_password();
	}

	/**
	 * Tells whether the API can be asked, and has not refused these credentials.
	 */
	public function is_usable(): bool {
		return $this->is_complete() && false !== ( $this->checked['works'] ?? null );
	}

	/**
	 * Tells whether the host of an environment's webhook is that of the API. On a network the account in a webhook URL is
	 * what somebody typed: with another host it would name any account, and the network's credentials would read its builds.
	 *
	 * @param array<string, string> $target What a webhook was recognised as.
	 * @phpstan-param array{host: string, ...} $target
	 */
	public function is_for( array $target ): bool {
		$parts = wp_parse_url( $this->api_url );
		$host  = is_array( $parts ) ? strtolower( $parts['host'] ?? '' ) . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' ) : '';
		return '' !== $host && preg_replace( '/:443$/', '', $host ) === preg_replace( '/:443$/', '', $target['host'] );
	}

	/**
	 * Tells whether there is a password that can be read.
	 */
	public function has_password(): bool {
		return '' !== $this->password->reveal();
	}

	/**
	 * Tells whether a password is stored that nobody can read any more.
	 */
	public function is_key_lost(): bool {
		return $this->is_sealed && ! $this->has_password();
	}

	/**
	 * Returns the header that signs in.
	 */
	public function sign_in(): Request_Extras {
		return Request_Extras::basic( $this->user, $this->password->reveal() );
	}

	/**
	 * Returns what must be redacted from whatever comes back.
	 *
	 * @return list<string>
	 */
	public function secrets(): array {
		return array( $this->password->reveal(), base64_encode( $this->user . ':' . $this->password->reveal() ) );
	}

	/**
	 * Returns them as `headless_deploy_manage` may know them: `Credentials` of src/shared/wire.ts.
	 *
	 * @return array{apiUrl: string, user: string, hasPassword: bool, lockedBy: string|null, lockedFields: list<string>, works: bool|null, checkedAt: string|null, message: string, lastSaved: array{by: array{id: int, name: string}, at: string}|null, etag: string}
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
