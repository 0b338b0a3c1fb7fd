<?php
/**
 * A transport that keeps a secret.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Webhooks;

use HeadlessDeploy\Environments\Webhook;
use WpOrg\Requests\Capability;
use WpOrg\Requests\Exception;
use WpOrg\Requests\Transport;
use WpOrg\Requests\Transport\Curl;
use WpOrg\Requests\Transport\Fsockopen;

/**
 * Wraps WordPress's transport and is the only one that knows the whole address: everything around it, and so every
 * other plugin, handles the address without its token, and an answer from which echoes of it were taken out.
 */
final class Sealed_Transport implements Transport {
	/**
	 * Takes what it wraps.
	 *
	 * @param Transport|class-string<Transport>|null $wrapped    Null for the one that WordPress would choose.
	 * @param Webhook                                $webhook    Knows where the request goes.
	 * @param string                                 $connect_to IP address that was checked, or empty.
	 * @param Transfer_Limit                         $limit      Watches the transfer.
	 * @param Redactor                               $redactor   Takes the secrets out of the answer.
	 */
	public function __construct(
		private readonly Transport|string|null $wrapped,
		private readonly Webhook $webhook,
		private readonly string $connect_to,
		private readonly Transfer_Limit $limit,
		private readonly Redactor $redactor,
	) {}

	/**
	 * Sends the request to the whole address.
	 *
	 * @param non-empty-string     $url     The public address.
	 * @param array<string, mixed> $headers Of the request.
	 * @param array<mixed>|string  $data    Body.
	 * @param array<string, mixed> $options Of WordPress's Requests library.
	 *
	 * @throws Exception When there is no answer.
	 */
	public function request( $url, $headers = array(), $data = array(), $options = array() ): string {
		$transport        = $this->transport( $url );
		$hooks            = new Sealed_Hooks( $options['hooks'], $this->webhook, $this->connect_to, $this->limit, $headers );
		$options['hooks'] = $hooks;
		try {
			// The arguments of running functions are in every stack trace; cURL learns what is secret by its handle.
			$arguments = $transport instanceof Curl ? array( $url, $headers, $data ) : $this->whole( $headers, $data );
			$answer    = (string) $transport->request( ...array( ...$arguments, $options ) );
		} catch ( Exception $error ) {
			// Stopped because there was enough: what came until then is an answer.
			if ( ! $this->limit->is_too_large() || ! $transport instanceof Curl || '' === $transport->headers ) {
				throw $error;
			}
			$answer = $transport->headers . $this->begun( $transport );
		} finally {
			$hooks->clear();
		}
		return $this->redactor->redact( Zipped::open( $transport instanceof Curl ? $answer : Chunks::join( $answer ), $this->limit->most_bytes ) );
	}

	/**
	 * Returns what came of a body that was too long. Of an answer to a webhook nothing is kept: half a secret at its end
	 * could not be found.
	 *
	 * @param Curl $transport After its transfer.
	 */
	private function begun( Curl $transport ): string {
		return array() === $this->webhook->secrets() ? $transport->response_data : '';
	}

	/**
	 * Returns address, headers and body with all that is secret in them.
	 *
	 * @param array<string, mixed> $headers Headers that everybody may see.
	 * @param array<mixed>|string  $data    Body that everybody may see.
	 *
	 * @return array{string, array<mixed>, array<mixed>|string}
	 */
	private function whole( array $headers, array|string $data ): array {
		$body = $this->webhook->extras?->body() ?? '';
		// What is compressed could not be searched for the secrets before others see it.
		$plain = array( 'Accept-Encoding' => 'identity' );
		return array( $this->webhook->secret_url(), $plain + $this->webhook->headers( $headers ), '' === $body ? $data : $body );
	}

	/**
	 * Refuses to send several requests at once: this one seals a single address.
	 *
	 * @param array<mixed>         $requests Unused.
	 * @param array<string, mixed> $options  Unused.
	 *
	 * @throws Exception Always.
	 */
	public function request_multiple( $requests, $options ): never {
		throw new Exception( 'A sealed transport sends one request.', 'headless_deploy.multiple' );
	}

	/**
	 * Tells whether a transport for these capabilities exists.
	 *
	 * @param array<string, bool> $capabilities What is needed.
	 */
	public static function test( $capabilities = array() ): bool {
		return Curl::test( $capabilities ) || Fsockopen::test( $capabilities );
	}

	/**
	 * Returns the transport to send with.
	 *
	 * @param string $url The address, which says whether encryption is needed.
	 */
	private function transport( string $url ): Transport {
		if ( null !== $this->wrapped ) {
			return is_string( $this->wrapped ) ? new $this->wrapped() : $this->wrapped;
		}
		return Curl::test( array( Capability::SSL => str_starts_with( $url, 'https:' ) ) ) ? new Curl() : new Fsockopen();
	}
}
