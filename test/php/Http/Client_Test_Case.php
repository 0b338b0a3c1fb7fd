<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Http;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Http\Client;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;

abstract class Client_Test_Case extends Wp_Test_Case {
	/**
	 * The path of a webhook at the host of `resolve()`.
	 */
	protected const PUBLIC_URL = 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:rebuild';

	/**
	 * Connects the environment of a webhook URL and calls its Rebuild.
	 */
	protected function call_url( string $webhook_url, Local_Hosts $local_hosts, Closure $resolver ): Response {
		$environments = new Environments( new Encryption( '' ), new System_Clock(), null, $local_hosts );
		$input        = Environment_Input::from_body( array( 'webhookUrl' => $webhook_url ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$environment = $environments->create( $input );
		$this->assertInstanceOf( Environment::class, $environment );
		return ( new Client( $environments, new Calls( new System_Clock(), $resolver, $local_hosts, 1_000 ) ) )->prepare( $environment->id, Action::Rebuild, 1 )->send( $environment );
	}

	/**
	 * Calls the Rebuild of a public host.
	 *
	 * @param list<string> $addresses What the host's name leads to.
	 */
	protected function call_public( array $addresses = array( '93.184.215.14' ) ): Response {
		return $this->call_url( self::PUBLIC_URL . '?token=' . self::TOKEN, new Local_Hosts( '', 'production' ), $this->resolve( $addresses ) );
	}

	protected function resolve( array $addresses ): Closure {
		return static fn( string $host ): array => $addresses;
	}
}
