import type { RawBodyRow } from './row.js'

/** Raw bodies of frameworks in other languages. */
export const OTHER_RAW_BODY = {
  flask: {
    title: 'Flask',
    language: 'python',
    note: 'Before `request.form` is touched: after that `get_data()` is empty.',
    code: `@app.post("/webhooks")
def webhook():
    body = request.get_data()
    expected = "sha256=" + hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
    given = request.headers.get("X-Service-Signature", "")
    if not hmac.compare_digest(expected.encode(), given.encode()):
        abort(401)
    delivery = json.loads(body)
    return "", 204`,
  },
  django: {
    title: 'Django',
    language: 'python',
    note: 'With Django REST framework take `request.body` before `request.data`.',
    code: `@csrf_exempt
@require_POST
def webhook(request):
    body = request.body
    expected = "sha256=" + hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
    given = request.headers.get("X-Service-Signature", "")
    if not hmac.compare_digest(expected.encode(), given.encode()):
        return HttpResponse(status=401)
    delivery = json.loads(body)
    return HttpResponse(status=204)`,
  },
  rails: {
    title: 'Ruby on Rails',
    language: 'ruby',
    code: `class WebhooksController < ApplicationController
  skip_before_action :verify_authenticity_token, raise: false

  def create
    body = request.raw_post
    expected = "sha256=" + OpenSSL::HMAC.hexdigest("SHA256", ENV.fetch("WEBHOOK_SECRET"), body)
    given = request.headers["X-Service-Signature"].to_s
    return head :unauthorized unless ActiveSupport::SecurityUtils.secure_compare(expected, given)

    delivery = JSON.parse(body)
    head :no_content
  end
end`,
  },
  spring: {
    title: 'Spring',
    language: 'java',
    note: 'Take `byte[]`, not a class and not `String`: that one is decoded.',
    code: `@PostMapping("/webhooks")
ResponseEntity<Void> webhook(
    @RequestBody byte[] body,
    @RequestHeader(value = "X-Service-Signature", defaultValue = "") String given) throws Exception {
  Mac mac = Mac.getInstance("HmacSHA256");
  mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
  String expected = "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
  if (!MessageDigest.isEqual(
      expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8))) {
    return ResponseEntity.status(401).build();
  }
  JsonNode delivery = objectMapper.readTree(body);
  return ResponseEntity.noContent().build();
}`,
  },
  go: {
    title: 'Go net/http',
    language: 'go',
    code: `func webhook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 5<<20))
	if err != nil {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	if !hmac.Equal([]byte(expected), []byte(r.Header.Get("X-Service-Signature"))) {
		http.Error(w, "unauthorized", http.StatusUnauthorized)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}`,
  },
  php: {
    title: 'PHP',
    language: 'php',
    note: 'In Laravel and Symfony: `$request->getContent()`.',
    code: `$body = file_get_contents('php://input');
$expected = 'sha256=' . hash_hmac('sha256', $body, getenv('WEBHOOK_SECRET'));
if (!hash_equals($expected, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')) {
    http_response_code(401);
    exit;
}
$delivery = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
http_response_code(204);`,
  },
} as const satisfies Record<string, RawBodyRow>
