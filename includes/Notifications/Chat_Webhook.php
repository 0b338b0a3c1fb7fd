<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Curl_Command;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Pasted_Url;
use HeadlessDeploy\Providers\Sensitive_Parts;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\Sensitive_Value;
use RuntimeException;
use SensitiveParameter;
use WP_Error;

/**
 * The webhook of a chat channel. Its whole URL is a secret, because it permits writing into the channel.
 */
final class Chat_Webhook {
	/**
	 * @var Sensitive_Value<Pasted_Url>
	 */
	private readonly Sensitive_Value $url;

	private function __construct( public readonly Chat_Service $service, Pasted_Url $url ) {
		$this->url = Sensitive_Value::of( $url );
	}

	/**
	 * Recognizes a pasted URL, also in a curl command. No error repeats it.
	 */
	public static function parse( #[SensitiveParameter] string $pasted ): self|WP_Error {
		$found   = Curl_Command::unwrap( Sensitive_Value::take( $pasted ) );
		$url     = is_wp_error( $found ) ? $found : Pasted_Url::parse( $found, new Local_Hosts( '' ) );
		$service = is_wp_error( $url ) || ! in_array( $url->port, array( '', ':443' ), true )
			? null
			: Chat_Service::of_url( $url->host, $url->path() );
		return is_wp_error( $url ) || null === $service ? Errors::make( 'headless_deploy_chat_url_unknown' ) : new self( $service, $url );
	}

	/**
	 * Decrypts; null when the key is lost.
	 */
	public static function open( string $sealed, Encryption $secrets ): ?self {
		$url = self::parse( $secrets->open( $sealed ) ?? '' );
		return is_wp_error( $url ) ? null : $url;
	}

	/**
	 * @return string Empty when there is no key.
	 */
	public function seal( Encryption $secrets ): string {
		try {
			return $secrets->seal( $this->whole_url() );
		} catch ( RuntimeException ) {
			return '';
		}
	}

	/**
	 * Returns the host and a mask, for example `hooks.slack.com/••••x9Zq`.
	 */
	public function masked(): string {
		$url    = $this->url->reveal();
		$secret = '' === $url->query() ? $url->path() : $url->query();
		return $url->host . '/' . Webhook_Url::mask( $secret );
	}

	/**
	 * Returns the request with a body. Other plugins see only its host.
	 */
	public function request( string $body ): Webhook {
		$url = $this->url->reveal();
		return new Webhook(
			$this->whole_url(),
			$url->origin() . '/',
			Sensitive_Parts::of_address( $url->path(), $url->query() ),
			is_known: false,
			extras: Request_Extras::none()->with_body( $body ),
		);
	}

	/**
	 * @return non-empty-string
	 */
	private function whole_url(): string {
		$url = $this->url->reveal();
		return $url->origin() . $url->path() . ( '' === $url->query() ? '' : '?' . $url->query() );
	}
}
